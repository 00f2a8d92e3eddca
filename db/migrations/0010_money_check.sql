-- The comparison of the shop's books with the provider's.

-- The one row of the check: what is under way, and how the last one ended.
create table money_checks (
  id integer primary key default 1 check (id = 1),
  asked_at timestamptz,
  -- Of the check that is under way, also after a crash.
  started_at timestamptz,
  has_looked_back boolean not null default false,
  token uuid,
  leased_until timestamptz,
  tried_at timestamptz,
  failing_since timestamptz,
  error text,
  -- Everything up to here has been compared, with this account.
  compared_until timestamptz,
  account text
);

-- A row for each day (UTC) that was compared, with its sums.
create table money_days (
  is_live boolean not null,
  day date not null,
  account text not null,
  checked_at timestamptz not null,
  payments integer not null default 0,
  refunds integer not null default 0,
  disputes integer not null default 0,
  provider_in bigint not null default 0,
  provider_out bigint not null default 0,
  books_in bigint not null default 0,
  books_out bigint not null default 0,
  -- Payments and refunds of other software on the same account.
  others integer not null default 0,
  primary key (is_live, day)
);
create index money_days_by_check on money_days (is_live, checked_at, day);

create table money_mismatches (
  -- The kind, a colon, and the provider's id; an order's id where the order names no payment.
  key text primary key,
  is_live boolean not null,
  kind text not null,
  problem text not null,
  item_id text not null,
  intent_id text not null,
  order_id uuid,
  provider_amount integer,
  provider_status text,
  currency text,
  books_amount integer,
  books_status text,
  at timestamptz not null,
  -- Of the last minutes: the shop may still be about to write it down.
  is_fresh boolean not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  explained_at timestamptz,
  explained_by text,
  note text
);
create index money_mismatches_by_time on money_mismatches (at desc, key desc);
create index money_mismatches_of_payment on money_mismatches (intent_id);
create index money_mismatches_open on money_mismatches (last_seen) where explained_at is null;

-- Every payment, refund and dispute at the provider beside what the books say of it (decision 070). What the provider
-- listed: its payments that succeeded, and its refunds and disputes of payments of this shop. A row says what was
-- read last; it decides nothing.
create table provider_money (
  id text primary key,
  kind text not null check (kind in ('payment', 'refund', 'dispute')),
  -- The payment that it is, or is of.
  intent_id text not null,
  amount integer not null,
  currency text not null,
  status text not null,
  is_live boolean not null,
  -- The publishable key with which it was read last.
  account text not null,
  made_at timestamptz not null,
  -- When another amount or status was read than before; made_at at first.
  changed_at timestamptz not null,
  read_at timestamptz not null
);
create index provider_money_by_time on provider_money (made_at, id);
create index provider_money_of_account on provider_money (account, made_at) where kind = 'payment';
create index provider_money_of_payment on provider_money (intent_id);
