-- An email was sent. Returns whether the lease still held: a worker whose lease expired changes nothing.
create or replace function finish_mail(p_id bigint, p_token uuid, p_now timestamptz) returns boolean language plpgsql as $$
begin
  update outbox set sent_at = p_now, locked_until = null, last_error = null where id = p_id and lock_token = p_token;
  return found;
end $$;
