-- A mail could not be sent: it is tried again at p_retry_at, or with p_retry_at null it is dead. Returns whether the
-- lease still held, as finish_mail does.
create or replace function fail_mail(p_id bigint, p_token uuid, p_error text, p_retry_at timestamptz, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  update outbox set locked_until = null, last_error = p_error,
      next_at = coalesce(p_retry_at, next_at), dead_at = case when p_retry_at is null then p_now end
    where id = p_id and lock_token = p_token;
  return found;
end $$;
