-- What happens to money after the sale. The provider's word is the fact: refunds and disputes are merged
-- from what it says, whoever began them (the owner here, the owner in the provider's own dashboard, the
-- cardholder's bank), in any order and any number of times, and one function then moves the order to what
-- the facts say. Locks as everywhere: order first, then inventory by product and variation.

alter table orders
  -- Reasons that the owner has dealt with. The checks still know by them why an order is an exception.
  add column attention_resolved text[] not null default '{}';

alter table refunds
  -- Whether the goods came back: the lines go on the shelf again, once, when the provider takes the refund.
  add column restock boolean not null default false,
  add column actor text;

-- The key that is sent is `key`, or `key:2`, `key:3` … after it was certain that the one before made nothing.
alter table payment_operations
  add column key_number integer not null default 1 check (key_number >= 1),
  -- When the current number was first used; null: when the row was made. Keys are forgotten after a day.
  add column key_since timestamptz;

create table disputes (
  id text primary key,
  order_id uuid not null references orders (id),
  amount integer not null check (amount >= 0),
  status text not null,
  reason text not null,
  -- Until when the bank takes evidence.
  due_at timestamptz,
  -- Sequence of the provider read that this row comes from; an older read never overwrites a newer.
  read bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index disputes_order on disputes (order_id);

-- What the shop itself could not put right and the owner must see: money without an order, a broken rule.
create table payment_alerts (
  key text primary key,
  intent_id text unique,
  checkout_id text,
  reason text not null,
  amount integer,
  detail text not null default '',
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  resolved_at timestamptz,
  resolved_by text
);

create index payment_alerts_open on payment_alerts (first_seen) where resolved_at is null;
