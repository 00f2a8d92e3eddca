-- Deleting a message, for any reason, also erases its sender from the emails about it: the copy to the owner, and the
-- replies. As when a customer is erased, a sent email keeps its row, and a waiting one is never sent.
create or replace function erase_message_mails() returns trigger language plpgsql as $$
begin
  update outbox set recipient = null, payload = '{}', last_error = null, locked_until = null, lock_token = null,
      dead_at = case when sent_at is null then coalesce(dead_at, now()) else dead_at end,
      dismissed_at = case when sent_at is null then coalesce(dismissed_at, dead_at, now()) else dismissed_at end
    where unique_key in (select 'contact_message:' || old.id
      union all select 'message_reply:' || r.id from message_replies r where r.message_id = old.id);
  return old;
end $$;

create trigger contact_messages_take_mails before delete on contact_messages
  for each row execute function erase_message_mails();
