-- Emails to be sent, messages from customers, restock requests, and reviews.

-- Emails, sent after commit by a worker whose lease has a fencing token.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  unique_key text not null unique,
  order_id uuid,
  recipient text,
  payload jsonb not null default '{}',
  created_at timestamptz not null,
  next_at timestamptz not null,
  attempts integer not null default 0,
  locked_until timestamptz,
  lock_token uuid,
  last_error text,
  sent_at timestamptz,
  dead_at timestamptz,
  -- An email that was given up and that the owner no longer wants to send.
  dismissed_at timestamptz
);
create index outbox_again on outbox (next_at, id) where sent_at is null and dead_at is null and attempts > 0;
create index outbox_by_recipient on outbox (lower(recipient)) where recipient is not null;
create index outbox_dismissed_with_content on outbox (dismissed_at)
  where dismissed_at is not null and ((recipient is not null) or (payload <> '{}') or (last_error is not null));
create index outbox_failed on outbox (dead_at desc, id desc) where dead_at is not null and dismissed_at is null;
-- Due emails, split by whether they were tried before: claim_mails limits how many retries it takes at a time. Each
-- email is in exactly one of the two.
create index outbox_first on outbox (next_at, id) where sent_at is null and dead_at is null and attempts = 0;
create index outbox_order on outbox (order_id);
-- The last sent email, see operations/alerts/find-troubles.ts.
create index outbox_sent on outbox (sent_at) where sent_at is not null;
create index outbox_sent_with_content on outbox (sent_at)
  where sent_at is not null and ((recipient is not null) or (payload <> '{}'));
-- The last test email, for the email settings.
create index outbox_test_mails on outbox (id) where kind = 'test_mail';

-- Who unsubscribed from a kind of email, as the SHA-256 of the address in lower case.
create table email_opt_outs (
  kind text not null check (kind in ('checkout_reminder', 'review_request')),
  email_hash text not null,
  created_at timestamptz not null,
  primary key (kind, email_hash)
);

create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  -- Messages that arrived during a flood: kept for the owner, but not emailed one by one.
  is_suspected boolean not null default false,
  -- What a customer asked about an order on the order's page. The same text about one order is stored once.
  order_id uuid references orders (id) on delete set null,
  answered_at timestamptz
);
-- Senders, for the search of the back office. Words that nearly every message contains are in few names.
create index contact_messages_names on contact_messages using gin (lower(((name || ' ') || email)) gin_trgm_ops);
create unique index contact_messages_of_order on contact_messages (order_id, md5(message)) where order_id is not null;
create index contact_messages_page on contact_messages (created_at desc, id desc);
create index contact_messages_read on contact_messages (read_at) where read_at is not null;
-- All messages of one email address.
create index contact_messages_sender on contact_messages (lower(email), created_at desc, id desc);
create index contact_messages_suspected on contact_messages (created_at, id) where is_suspected;
create index contact_messages_to_answer on contact_messages (created_at desc, id desc)
  where answered_at is null and (not is_suspected);
create index contact_messages_unread on contact_messages (created_at desc, id desc) where read_at is null;
create index contact_messages_words on contact_messages
  using gin (lower(name || ' ' || email || ' ' || subject || ' ' || message) gin_trgm_ops);

-- A reply belongs to a message and is sent through the outbox as "message_reply:<id>". The outbox says whether it was
-- sent.
create table message_replies (
  id uuid primary key,
  message_id uuid not null references contact_messages (id) on delete cascade,
  body text not null,
  created_at timestamptz not null
);
create index message_replies_message on message_replies (message_id, created_at);

create table saved_answers (
  id uuid primary key,
  name text not null unique,
  body text not null,
  created_at timestamptz not null
);

-- Who wants an email when a variant is back in stock: decision 045. A request is deleted with its variant.
create table restock_requests (
  id uuid primary key,
  -- First come, first served.
  place bigint generated always as identity,
  variant_id uuid not null references inventory (id) on delete cascade,
  -- In lower case.
  email text not null,
  -- When the confirmation email was last queued.
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  told_at timestamptz,
  -- How many emails were queued. More than one only when the variant sold out again before the previous email was sent.
  turns integer not null default 0,
  unique (variant_id, email),
  constraint restock_requests_check check ((told_at is null) or confirmed_at is not null)
);
create index restock_requests_by_email on restock_requests (email);
-- The waiting list of a variant, and who on it was notified.
create index restock_requests_line on restock_requests (variant_id, place)
  where confirmed_at is not null and told_at is null;
create index restock_requests_told on restock_requests (variant_id, told_at) where told_at is not null;
create index restock_requests_told_long_ago on restock_requests (told_at) where told_at is not null;
-- For retention.
create index restock_requests_unconfirmed on restock_requests (asked_at) where confirmed_at is null;
create index restock_requests_waiting_long on restock_requests (confirmed_at)
  where confirmed_at is not null and told_at is null;

-- One review for each order line. version counts its edits, so that the owner publishes the text that was read.
create table reviews (
  id uuid primary key,
  order_item_id uuid not null unique references order_items (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  size text not null default '',
  stars integer not null check (stars between 1 and 5),
  fit text check (fit in ('small', 'true', 'large')),
  body text not null check (char_length(body) <= 2000),
  name text not null check (char_length(name) between 1 and 60),
  state text not null default 'pending' check (state in ('pending', 'shown', 'hidden')),
  version integer not null default 1,
  written_at timestamptz not null,
  changed_at timestamptz not null,
  decided_at timestamptz
);
create index reviews_for_owner on reviews (state, changed_at desc, id desc);
create index reviews_hidden on reviews (decided_at) where state = 'hidden';
create index reviews_of_product on reviews (product_id, written_at desc, id desc) where state = 'shown';

-- One row for each order that shipped: its customer is asked for a review at most once. arrived_on: the day of
-- delivery, or the latest day it can have been. The token's hash opens the page on which the customer writes.
create table review_asks (
  order_id uuid primary key references orders (id) on delete cascade,
  arrived_on date not null,
  state text not null default 'waiting' check (state in ('waiting', 'asked', 'dropped')),
  settled_at timestamptz,
  token_hash text unique
);
create index review_asks_waiting on review_asks (arrived_on, order_id) where state = 'waiting';

-- When and how often the shop asks for reviews.
create table review_rules (
  id integer primary key check (id = 1),
  asks boolean not null default true,
  after_days integer not null default 7 check (after_days between 1 and 60)
);

insert into review_rules (id) values (1);
