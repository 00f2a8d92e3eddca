-- The inbox answers: a reply belongs to a message and goes out by the outbox as "message_reply:<id>". Whether it was sent
-- is what the outbox says.
create table message_replies (
  id uuid primary key,
  message_id uuid not null references contact_messages (id) on delete cascade,
  body text not null,
  created_at timestamptz not null
);
create index message_replies_message on message_replies (message_id, created_at);

alter table contact_messages add column answered_at timestamptz;
create index contact_messages_to_answer on contact_messages (created_at desc, id desc)
  where answered_at is null and not is_suspected;
-- All that one email address has written.
create index contact_messages_sender on contact_messages (lower(email), created_at desc, id desc);
create index contact_messages_words on contact_messages using gin
  (lower(name || ' ' || email || ' ' || subject || ' ' || message) gin_trgm_ops);
-- What was read before there were replies was answered elsewhere, or needed no answer.
update contact_messages set answered_at = read_at where read_at is not null;

create table saved_answers (
  id uuid primary key,
  name text not null unique,
  body text not null,
  created_at timestamptz not null
);
