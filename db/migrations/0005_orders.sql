-- Orders and their shipments. The constraints make a second order for one payment impossible, whatever the code above
-- does: orders.checkout_id and orders.payment_intent_id are unique, and stock cannot go below zero.

-- Allowed transitions of the payment state. src/domain/order has the same table; a test compares the two.
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

create table orders (
  id uuid primary key,
  number bigint generated always as identity unique,
  checkout_id uuid unique references checkouts (id),
  user_id uuid,
  payment_intent_id text unique,
  status text not null default 'pending' check (status in
    ('pending', 'processing', 'paid', 'failed', 'canceled', 'partially_refunded', 'refunded', 'disputed')),
  fulfillment text not null default 'unfulfilled'
    check (fulfillment in ('unfulfilled', 'shipped', 'delivered', 'returned', 'canceled')),
  subtotal integer not null check (subtotal >= 0),
  tax integer not null default 0 check (tax >= 0),
  shipping integer not null default 0 check (shipping >= 0),
  total integer not null check (total >= 0),
  amount_received integer not null default 0 check (amount_received >= 0),
  amount_refunded integer not null default 0 check (amount_refunded >= 0),
  shipping_address jsonb not null,
  -- Why the owner must look at this order, e.g. out_of_stock, amount_mismatch. Empty: no reason.
  attention text[] not null default '{}',
  source text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Reasons that the owner has resolved. The checks still need them to know why an order is an exception.
  attention_resolved text[] not null default '{}',
  discount integer not null default 0,
  discount_id uuid references discounts (id),
  discount_name text,
  tax_rate numeric(7,4),
  tax_state text,
  -- The part of the tax that is on shipping, refunded with the shipping.
  shipping_tax integer not null default 0
    constraint orders_shipping_tax check (shipping_tax >= 0 and shipping_tax <= tax),
  -- It has a unit that waits to be shipped. Maintained by count_units.
  has_to_send boolean not null default true,
  -- Erased at this time: nothing in the order identifies the buyer anymore. See
  -- db/functions/customers/erase-order-history.sql and customers/erase-queries.ts.
  forgotten_at timestamptz,
  is_rehearsal boolean not null default false,
  cleared_at timestamptz,
  -- What extra payments brought in, in cents. The total stays that of the sale.
  extra_paid integer not null default 0 check (extra_paid >= 0),
  constraint orders_check check (discount >= 0 and discount <= subtotal)
);
create index orders_cleared on orders (cleared_at) where cleared_at is not null;
create index orders_customer on orders (lower((shipping_address ->> 'customer_email')), created_at desc);
create index orders_customer_words on orders using gin (
  lower(coalesce(shipping_address ->> 'customer_name', '') || ' ' || coalesce(shipping_address ->> 'customer_email', ''))
  gin_trgm_ops);
-- The back office finds an order by the last digits of its phone number. Same expression as phoneDigits in
-- src/server/reports/office-search/queries.ts.
create index orders_phone on orders
  (reverse(regexp_replace(shipping_address ->> 'phone', '[^0-9]', '', 'g')) text_pattern_ops)
  where shipping_address ->> 'phone' <> '';
create index orders_discount on orders (discount_id) where discount_id is not null;
create index orders_flagged on orders (created_at desc, id desc) where attention <> '{}';
create index orders_fulfillment_newest on orders (fulfillment, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
-- For orders whose names are kept for a number of years.
create index orders_not_forgotten on orders (created_at) where forgotten_at is null;
create index orders_rehearsed on orders (created_at, id) where is_rehearsal and cleared_at is null;
-- The columns that reports and the dashboard sum up, so that they never read the table.
create index orders_sales on orders (created_at)
  include (id, status, total, extra_paid, amount_refunded, tax_state, discount_name, subtotal, discount, shipping, tax,
    shipping_tax)
  where cleared_at is null;
create index orders_status_newest on orders (status, created_at desc, id desc);
create index orders_to_reconcile on orders (created_at)
  where (status in ('pending', 'processing')) and payment_intent_id is not null;
create index orders_to_ship on orders (created_at desc, id desc)
  where fulfillment = 'unfulfilled' and (status in ('paid', 'partially_refunded')) and has_to_send;

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  position integer not null default 0,
  -- The line keeps what was sold when the product is deleted. No variant: the order names one that never existed.
  product_id uuid,
  variant_id uuid,
  quantity integer not null check (quantity > 0),
  price integer not null check (price >= 0),
  -- The variant's name at that time.
  variation text,
  name text not null,
  image_url text,
  image_alt text not null default '',
  discount_cents integer not null default 0,
  -- The line of which it replaces units.
  replaces uuid references order_items (id),
  -- Its own share of the tax. Lines of the sale share the order's.
  tax_cents integer check (tax_cents >= 0),
  constraint order_items_check check (discount_cents >= 0 and discount_cents <= (price * quantity)),
  constraint order_items_replacement check ((replaces is null) = (tax_cents is null))
);
create index order_items_order on order_items (order_id, position)
  include (id, product_id, variant_id, variation, quantity, price, discount_cents, replaces);
create index order_items_picture on order_items (image_url);
create index order_items_product on order_items (product_id);

-- The history of an order: append-only.
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

-- The order's links. The first is the checkout's own. One more is stored for each secret that later links were signed
-- with, so that links in old and new emails open the same page even after the secret changes.
create table order_links (
  token_hash text primary key,
  checkout_id uuid not null references checkouts (id) on delete cascade,
  created_at timestamptz not null
);
create index order_links_checkout on order_links (checkout_id);

create table order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  author text not null,
  note text not null check (char_length(note) between 1 and 4000),
  created_at timestamptz not null
);
create index order_notes_order on order_notes (order_id, id);

-- An order may leave in several shipments. Each has its units, and says how it is sent now; what was written before a
-- correction stays in fulfillment_events.
create table shipments (
  id uuid primary key,
  order_id uuid not null references orders (id),
  -- 1 for the first shipment of its order.
  number integer not null check (number >= 1),
  -- carrier: handed to one; letter: with a stamp; pickup: the customer came; hand: brought by the shop itself.
  way text not null check (way in ('carrier', 'letter', 'pickup', 'hand')),
  carrier text not null default '',
  tracking_number text not null default '',
  is_corrected boolean not null default false,
  created_at timestamptz not null,
  unique (order_id, number)
);
create index shipments_newest on shipments (created_at desc, id desc);
-- The back office's search finds a shipment by the beginning of its tracking number, typed with or without spaces.
-- Worded as trackingKey of src/server/reports/office-search/queries.ts.
create index shipments_tracking on shipments
  (upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')) text_pattern_ops)
  where tracking_number <> '';

-- The way of a shipment: append only, and each state is reached once, so nothing is shipped twice.
create table fulfillment_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  to_status text not null check (to_status in ('shipped', 'delivered', 'returned', 'canceled')),
  carrier text not null default '',
  tracking_number text not null default '',
  actor text not null,
  created_at timestamptz not null,
  is_correction boolean not null default false,
  -- Why it was canceled. Only the owner sees it.
  reason text,
  -- Null: a step that is not of one shipment.
  shipment_id uuid references shipments (id),
  constraint fulfillment_events_corrects_shipment check ((not is_correction) or to_status = 'shipped')
);
create unique index fulfillment_events_once on fulfillment_events (order_id, to_status, coalesce(shipment_id, order_id))
  where not is_correction;
create index fulfillment_events_order on fulfillment_events (order_id, id);
