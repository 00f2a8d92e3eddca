-- Pauses of 2 s, 6 s, 18 s … then 9 hours: twelve attempts spread over a day.
create or replace function fail_mail(p_id bigint, p_token uuid, p_error text, p_attempts_max integer, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  update outbox set locked_until = null, last_error = p_error,
      next_at = p_now + least(interval '9 hours', interval '2 seconds' * power(3, attempts - 1)),
      dead_at = case when attempts >= p_attempts_max then p_now end
    where id = p_id and lock_token = p_token;
  return found;
end $$;
