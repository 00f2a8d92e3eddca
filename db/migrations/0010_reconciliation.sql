-- Reconciliation: the shop's tables against their own rules, and against the provider's list.

-- State of its runs, in one row: what was requested, what is in progress, and how the last run ended.
create table reconciliation (
  id integer primary key default 1 check (id = 1),
  -- The owner asked for a full run.
  asked_at timestamptz,
  -- Of the run in progress.
  started_at timestamptz,
  tried_at timestamptz,
  failing_since timestamptz,
  error text,
  -- Everything made before this time has been compared, with this account.
  compared_until timestamptz,
  account text,
  -- When the last full run ended: all rows, and the provider's whole list.
  whole_at timestamptz
);

-- What is wrong: a broken rule, or a payment, refund, or dispute on which the shop and the provider disagree.
create table differences (
  -- The kind, a colon, and the rule, the provider's id, or the order's id if the order has no payment.
  key text primary key,
  -- The mode of the provider's key. Broken rules concern both modes.
  is_live boolean not null,
  kind text not null check (kind in ('rule', 'payment', 'refund', 'dispute')),
  problem text not null,
  -- For a rule: how it is broken, and by which rows.
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
  -- Made within the last minutes: the shop may still be about to record it.
  is_fresh boolean not null default false,
  first_seen timestamptz not null,
  explained_at timestamptz,
  explained_by text,
  note text
);
create index differences_by_time on differences (at desc, key desc);
create index differences_of_payment on differences (intent_id);

-- What the provider listed: its successful payments, and its refunds and disputes. A row stores the last read; it
-- decides nothing.
create table provider_money (
  id text primary key,
  kind text not null check (kind in ('payment', 'refund', 'dispute')),
  -- The payment that it is, or belongs to.
  intent_id text not null,
  amount integer not null,
  currency text not null,
  status text not null,
  is_live boolean not null,
  -- The publishable key that it was last read with.
  account text not null,
  -- False: made by other software on the same account.
  is_ours boolean not null default true,
  made_at timestamptz not null,
  -- When a different amount or status was last read; at first, made_at.
  changed_at timestamptz not null,
  read_at timestamptz not null
);
create index provider_money_by_time on provider_money (made_at, id);
create index provider_money_of_account on provider_money (account, made_at) where kind = 'payment' and is_ours;
create index provider_money_of_payment on provider_money (intent_id);
