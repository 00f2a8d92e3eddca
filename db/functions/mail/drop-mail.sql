-- Drops an outdated email without alerting the owner. Returns whether the lease still held, like finish_mail. With
-- p_back_in_line, the restock request of that id waits again at its old place: its variant sold out, or its product was
-- taken off sale, before this email could be sent.
create or replace function drop_mail(
  p_id bigint, p_token uuid, p_reason text, p_back_in_line uuid, p_now timestamptz
) returns boolean language plpgsql as $$
begin
  -- Before the email, in the same order as erasing a customer's data.
  perform from restock_requests where id = p_back_in_line for no key update;
  update outbox set locked_until = null, last_error = p_reason, dead_at = p_now, dismissed_at = p_now
    where id = p_id and lock_token = p_token and sent_at is null and dead_at is null;
  if not found then return false; end if;
  update restock_requests set told_at = null where id = p_back_in_line and told_at is not null;
  return true;
end $$;
