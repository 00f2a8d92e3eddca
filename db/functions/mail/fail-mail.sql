-- An email could not be sent: it is retried at p_retry_at, or with p_retry_at null it fails for good. Returns whether
-- the lease still held, like finish_mail. p_is_own false: the attempt says nothing about this email, and does not count
-- as one of its attempts.
create or replace function fail_mail(
  p_id bigint, p_token uuid, p_error text, p_retry_at timestamptz, p_now timestamptz, p_is_own boolean default true)
returns boolean language plpgsql as $$
begin
  update outbox set locked_until = null, last_error = p_error, attempts = case when p_is_own then attempts else 1 end,
      next_at = coalesce(p_retry_at, next_at), dead_at = case when p_retry_at is null then p_now end
    where id = p_id and lock_token = p_token;
  return found;
end $$;
