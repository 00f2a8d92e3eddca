-- Extends the lease of a worker that is still sending this email. Returns whether it still held, like finish_mail. A
-- lease that the worker has released, by finish_mail or fail_mail, stays released.
create or replace function keep_mail(p_id bigint, p_token uuid, p_now timestamptz, p_lease interval)
returns boolean language plpgsql as $$
begin
  update outbox set locked_until = p_now + p_lease
    where id = p_id and lock_token = p_token and locked_until is not null;
  return found;
end $$;
