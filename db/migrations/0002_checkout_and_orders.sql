-- Everything that a sale leaves behind. The constraints here are what makes a second order for one
-- payment impossible, whatever the code above them does: orders.checkout_id and orders.payment_intent_id
-- are unique, stock can't go below zero, and a mail exists once per order and kind.

create table checkouts (
  id uuid primary key,
  -- The order's id, known before the order exists: the browser makes it.
  order_id uuid not null unique,
  idempotency_key text not null unique,
  request_hash text not null,
  state text not null default 'open' check (state in ('open', 'paying', 'completed', 'expired', 'superseded')),
  subtotal integer not null check (subtotal >= 0),
  tax integer not null check (tax >= 0),
  shipping integer not null check (shipping >= 0),
  total integer not null check (total >= 50 and total = subtotal + tax + shipping),
  shipping_address jsonb not null,
  hold_active boolean not null default false,
  expires_at timestamptz not null,
  payment_intent_id text unique,
  intent_status text,
  -- Sequence of the provider read that intent_status comes from; an older read never overwrites a newer.
  intent_read bigint not null default 0,
  superseded_by uuid,
  access_token_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index checkouts_unfinished on checkouts (expires_at) where state in ('open', 'paying');

create sequence payment_reads;

create table checkout_items (
  checkout_id uuid not null references checkouts (id) on delete cascade,
  product_id uuid not null,
  variation text not null default '',
  quantity integer not null check (quantity between 1 and 99),
  price integer not null check (price > 0),
  name text not null,
  image_url text,
  image_alt text not null default '',
  primary key (checkout_id, product_id, variation)
);

create table orders (
  id uuid primary key,
  number bigint generated always as identity unique,
  checkout_id uuid unique references checkouts (id),
  user_id uuid,
  payment_intent_id text unique,
  status text not null default 'pending' check (status in
    ('pending', 'processing', 'paid', 'failed', 'canceled', 'partially_refunded', 'refunded', 'disputed')),
  fulfillment text not null default 'unfulfilled'
    check (fulfillment in ('unfulfilled', 'shipped', 'delivered', 'returned')),
  subtotal integer not null check (subtotal >= 0),
  tax integer not null default 0 check (tax >= 0),
  shipping integer not null default 0 check (shipping >= 0),
  total integer not null check (total >= 0),
  amount_received integer not null default 0 check (amount_received >= 0),
  amount_refunded integer not null default 0 check (amount_refunded >= 0),
  shipping_address jsonb not null,
  -- Reasons why the owner must look at this order, e.g. out_of_stock, amount_mismatch. Empty: none.
  attention text[] not null default '{}',
  source text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index orders_newest on orders (created_at desc, id desc);
create index orders_status_newest on orders (status, created_at desc, id desc);
create index orders_customer on orders (lower(shipping_address ->> 'customer_email'), created_at desc);
create index orders_to_reconcile on orders (created_at)
  where status in ('pending', 'processing') and payment_intent_id is not null;
create index orders_attention on orders (created_at desc) where attention <> '{}';

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  position integer not null default 0,
  -- Stays when the product is deleted: the line itself says what was sold.
  product_id uuid,
  quantity integer not null check (quantity > 0),
  price integer not null check (price >= 0),
  variation text,
  name text not null,
  image_url text,
  image_alt text not null default ''
);

create index order_items_order on order_items (order_id, position);
create index order_items_product on order_items (product_id);

-- Which payment state may follow which. domain/order.ts holds the same table; a test compares the two.
create table order_transitions (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);

insert into order_transitions (from_status, to_status) values
  ('pending', 'processing'), ('pending', 'paid'), ('pending', 'failed'), ('pending', 'canceled'),
  ('processing', 'paid'), ('processing', 'failed'), ('processing', 'canceled'),
  ('failed', 'processing'), ('failed', 'paid'), ('failed', 'canceled'),
  ('paid', 'partially_refunded'), ('paid', 'refunded'), ('paid', 'disputed'),
  ('partially_refunded', 'refunded'), ('partially_refunded', 'disputed'), ('partially_refunded', 'paid'),
  ('disputed', 'paid'), ('disputed', 'partially_refunded'), ('disputed', 'refunded'),
  ('refunded', 'partially_refunded'), ('refunded', 'paid'), ('refunded', 'disputed'),
  ('canceled', 'paid');

-- The history of an order: append only.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  from_status text,
  to_status text not null,
  source text not null,
  note text,
  created_at timestamptz not null
);

create index order_events_order on order_events (order_id, id);

-- Webhook inbox: an event is here before it is answered with 200.
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

create index payment_events_due on payment_events (next_at) where done_at is null;

-- Calls to the provider, written down with their key and parameters before they are made.
create table payment_operations (
  id uuid primary key,
  kind text not null check (kind in ('create', 'cancel', 'refund')),
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
  updated_at timestamptz not null
);

create index payment_operations_due on payment_operations (next_at) where state = 'todo';

create table refunds (
  id uuid primary key,
  order_id uuid not null references orders (id),
  amount integer not null check (amount > 0),
  status text not null check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
  provider_refund_id text unique,
  reason text,
  source text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index refunds_order on refunds (order_id);

-- Mails, sent after commit by a worker that holds a lease with a fencing token.
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
  dead_at timestamptz
);

create index outbox_due on outbox (next_at, id) where sent_at is null and dead_at is null;
create index outbox_order on outbox (order_id);

create table payment_debug_logs (
  id bigint generated always as identity primary key,
  payment_intent_id text,
  payment_intent_status text,
  amount integer,
  source text not null default '',
  created_at timestamptz not null default now()
);

create index payment_debug_logs_intent on payment_debug_logs (payment_intent_id);

create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  read_at timestamptz
);

create index contact_messages_newest on contact_messages (created_at desc);

create table admin_audit (
  id bigint generated always as identity primary key,
  actor text not null,
  action text not null,
  object text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null
);

create index admin_audit_newest on admin_audit (created_at desc);
