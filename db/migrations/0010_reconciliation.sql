-- Reconciliation: the shop's tables against their own rules, and against what the provider lists.

-- The one row of its runs: what was asked for, what is under way, and how the last one ended.
create table reconciliation (
  id integer primary key default 1 check (id = 1),
  -- The owner wants a whole run.
  asked_at timestamptz,
  -- Of the run under way.
  started_at timestamptz,
  tried_at timestamptz,
  failing_since timestamptz,
  error text,
  -- Everything that was made up to here has been compared, with this account.
  compared_until timestamptz,
  account text,
  -- When the last run ended that read all rows and the provider's whole list.
  whole_at timestamptz
);

-- What is wrong: a rule that is broken, or a payment, refund or dispute that the provider and the books tell differently.
create table differences (
  -- The kind, a colon, and the rule, the provider's id, or an order's id where the order names no payment.
  key text primary key,
  -- The mode of the provider's key. Broken rules concern both.
  is_live boolean not null,
  kind text not null check (kind in ('rule', 'payment', 'refund', 'dispute')),
  problem text not null,
  -- Of a rule: how it is broken, and by which rows.
  detail text,
  item_id text not null,
  -- Null for a rule.
  intent_id text,
  order_id uuid,
  provider_amount integer,
  provider_status text,
  currency text,
  books_amount integer,
  books_status text,
  at timestamptz not null,
  -- Of the last minutes: the shop may still be about to write it down.
  is_fresh boolean not null default false,
  first_seen timestamptz not null,
  explained_at timestamptz,
  explained_by text,
  note text
);
create index differences_by_time on differences (at desc, key desc);
create index differences_of_payment on differences (intent_id);

-- What the provider listed: its payments that succeeded, and its refunds and disputes. A row says what was read last; it
-- decides nothing.
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
  -- False: of other software on the same account.
  is_ours boolean not null default true,
  made_at timestamptz not null,
  -- When another amount or status was read than before; made_at at first.
  changed_at timestamptz not null,
  read_at timestamptz not null
);
create index provider_money_by_time on provider_money (made_at, id);
create index provider_money_of_account on provider_money (account, made_at) where kind = 'payment' and is_ours;
create index provider_money_of_payment on provider_money (intent_id);
