-- The worker is still sending this mail: its lease is longer now. Returns whether it still held, as finish_mail does. A
-- lease that the worker has given back, by finish_mail or fail_mail, stays given back.
create or replace function keep_mail(p_id bigint, p_token uuid, p_now timestamptz, p_lease interval)
returns boolean language plpgsql as $$
begin
  update outbox set locked_until = p_now + p_lease
    where id = p_id and lock_token = p_token and locked_until is not null;
  return found;
end $$;
