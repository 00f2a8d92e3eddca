-- What the payment provider tells the shop (events, refunds, disputes), and the shop's calls to it, which are stored
-- before they are made.

-- Webhook inbox: an event is stored here before the shop answers 200.
create table payment_events (
  id text primary key,
  type text not null,
  object_id text,
  received_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  done_at timestamptz,
  last_error text
);
-- For the metrics: recent declined cards.
create index payment_events_declined on payment_events (received_at) where type = 'payment_intent.payment_failed';
create index payment_events_done on payment_events (done_at) where done_at is not null;
create index payment_events_due on payment_events (next_at) where done_at is null;

-- Calls to the provider, stored with their key and parameters before they are made.
create table payment_operations (
  id uuid primary key,
  kind text not null check (kind in ('create', 'cancel', 'refund', 'session', 'expire')),
  key text not null unique,
  checkout_id uuid references checkouts (id),
  order_id uuid references orders (id),
  params jsonb not null,
  state text not null default 'todo' check (state in ('todo', 'done', 'failed', 'needs_human')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  result_id text,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  key_number integer not null default 1 check (key_number >= 1),
  -- When the current number was first used; null: when the row was made. The provider forgets keys after a day.
  key_since timestamptz
);
create index payment_operations_checkout on payment_operations (checkout_id) where checkout_id is not null;
create index payment_operations_due on payment_operations (next_at) where state = 'todo';
create index payment_operations_order on payment_operations (order_id) where order_id is not null;
-- Calls left to the owner are rare; the dashboard counts them at every visit.
create index payment_operations_stuck on payment_operations (created_at) where state = 'needs_human';

-- What the shop can't fix and the owner must see: money without an order, or a broken rule.
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
create index payment_alerts_resolved on payment_alerts (resolved_at) where resolved_at is not null;

create table payment_debug_logs (
  id bigint generated always as identity primary key,
  payment_intent_id text,
  payment_intent_status text,
  amount integer,
  source text not null default '',
  created_at timestamptz not null default now()
);
create index payment_debug_logs_intent on payment_debug_logs (payment_intent_id);
-- Lets the retention task (src/server/customers/retention) find what is due without reading whole tables.
create index payment_debug_logs_oldest on payment_debug_logs (created_at);

create table refunds (
  id uuid primary key,
  order_id uuid not null references orders (id),
  amount integer not null constraint refunds_amount_check check (
    amount > 0 or (amount = 0 and status = 'succeeded' and provider_refund_id is null)),
  status text not null check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
  provider_refund_id text unique,
  reason text,
  source text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  actor text,
  goods integer check (goods >= 0),
  tax integer check (tax >= 0),
  shipping integer check (shipping >= 0),
  -- The part of the tax that is on shipping.
  shipping_tax integer not null default 0 check (shipping_tax >= 0),
  -- The difference between the amount and its other parts.
  adjustment integer,
  -- The refund of a canceled order. The cancellation email mentions it.
  cancels boolean not null default false,
  -- The return behind the refund.
  return_id uuid,
  payment_intent_id text,
  -- The refund that this one completes from another payment. Not a foreign key, because restores copy rows in any
  -- order.
  part_of uuid,
  constraint refunds_parts check (
    num_nonnulls(goods, tax, shipping, adjustment) in (0, 4) and amount = goods + tax + shipping + adjustment)
);
create index refunds_by_time on refunds (created_at);
create index refunds_order on refunds (order_id);
create index refunds_part_of on refunds (part_of) where part_of is not null;
create index refunds_payment on refunds (payment_intent_id) where payment_intent_id is not null;
create index refunds_return on refunds (return_id) where return_id is not null;

create table disputes (
  id text primary key,
  order_id uuid not null references orders (id),
  amount integer not null check (amount >= 0),
  status text not null,
  reason text not null,
  -- Deadline of the bank for evidence.
  due_at timestamptz,
  -- Sequence of the provider read behind this row. An older read never overwrites a newer one.
  read bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  payment_intent_id text
);
create index disputes_by_time on disputes (created_at);
create index disputes_order on disputes (order_id);
