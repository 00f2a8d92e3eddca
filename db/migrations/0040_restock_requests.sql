-- Who wants a mail when an option is back: decision 045. A request follows its option through a rename and ends with it.
create table restock_requests (
  id uuid primary key,
  -- The order of asking.
  place bigint generated always as identity,
  product_id uuid not null,
  variation text not null,
  -- In lower case.
  email text not null,
  -- When the mail that asks for the confirmation was queued last.
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  told_at timestamptz,
  -- How often a mail was queued; more than once only when the option sold out again before the one before went out.
  turns integer not null default 0,
  unique (product_id, variation, email),
  foreign key (product_id, variation) references inventory (product_id, variation)
    on update cascade on delete cascade,
  check (told_at is null or confirmed_at is not null)
);
-- The line of an option, and who of it was told.
create index restock_requests_line on restock_requests (product_id, variation, place)
  where confirmed_at is not null and told_at is null;
create index restock_requests_told on restock_requests (product_id, variation, told_at) where told_at is not null;
-- What is old.
create index restock_requests_unconfirmed on restock_requests (asked_at) where confirmed_at is null;
create index restock_requests_waiting_long on restock_requests (confirmed_at)
  where confirmed_at is not null and told_at is null;
create index restock_requests_told_long_ago on restock_requests (told_at) where told_at is not null;
