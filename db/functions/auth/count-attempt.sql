-- Counts an attempt to sign in, before it is made, in one row of sign_in_failures. Returns 0 if it may be made, else
-- the seconds until the row admits one again. From `p_free` attempts on, each closes the row, for a time that doubles.
-- With `p_entry`, a row without a recent attempt first closes for that many seconds. `p_punishes`: an attempt at a
-- closed row closes it again, until the longest time is reached; from then on the row opens automatically, so that
-- others behind the same key as a guesser get in, too. The row is locked, so a burst can't outrun the count.
create or replace function count_attempt(
  p_account text, p_network text, p_now timestamptz, p_quiet integer,
  p_free integer, p_delay_first integer, p_delay_max integer, p_entry integer, p_punishes boolean
) returns integer language plpgsql as $$
declare
  counted sign_in_failures;
  wait integer := 0;
  closed_seconds float8;
  closed_until timestamptz;
begin
  -- One statement, so that the row can't be removed between finding and locking it.
  insert into sign_in_failures as f (account, network, failures, last_at)
    values (p_account, p_network, 0, p_now)
    on conflict (account, network) do update set last_at = f.last_at
    returning f.* into counted;
  if counted.last_at <= p_now - make_interval(secs => p_quiet) then
    counted.failures := 0;
  elsif counted.last_at > p_now + make_interval(secs => p_quiet) then
    -- The clock was set back since: the row would stay closed for as long as it was wrong.
    counted.failures := 0;
    counted.blocked_until := null;
  end if;
  counted.failures := counted.failures + 1;
  closed_seconds := least(p_delay_max::float8,
    p_delay_first::float8 * power(2, least(greatest(counted.failures - p_free, 0), 20)));
  closed_until := p_now + make_interval(secs => closed_seconds);
  if counted.blocked_until > p_now then
    wait := ceil(extract(epoch from counted.blocked_until - p_now));
    if p_punishes and closed_seconds < p_delay_max then
      counted.blocked_until := greatest(counted.blocked_until, closed_until);
    end if;
  elsif p_entry > 0 and counted.failures = 1 then
    wait := p_entry;
    counted.blocked_until := p_now + make_interval(secs => p_entry);
  elsif counted.failures >= p_free then
    counted.blocked_until := closed_until;
  end if;
  update sign_in_failures f
    set failures = counted.failures, last_at = p_now, blocked_until = counted.blocked_until
    where f.account = p_account and f.network = p_network;
  return wait;
end $$;
