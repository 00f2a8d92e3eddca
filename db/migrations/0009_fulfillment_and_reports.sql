-- What happens to an order after it was paid, what the owner writes about it, the figures of the dashboard,
-- and work that runs longer than a page waits.

-- The way of the parcel: append only, and each state is reached once, so nothing is shipped twice.
create table fulfillment_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  to_status text not null check (to_status in ('shipped', 'delivered', 'returned')),
  carrier text not null default '',
  tracking_number text not null default '',
  actor text not null,
  created_at timestamptz not null,
  unique (order_id, to_status)
);

create table order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  author text not null,
  note text not null check (char_length(note) between 1 and 4000),
  created_at timestamptz not null
);

create index order_notes_order on order_notes (order_id, id);

-- A mail that was given up and that the owner does not want to send any more.
alter table outbox add column dismissed_at timestamptz;

create index outbox_failed on outbox (dead_at desc, id desc) where dead_at is not null and dismissed_at is null;
create index contact_messages_unread on contact_messages (created_at desc, id desc) where read_at is null;
create index contact_messages_page on contact_messages (created_at desc, id desc);
drop index contact_messages_newest;

-- The lists of the back office and its search.
create index orders_to_ship on orders (created_at desc, id desc)
  where fulfillment = 'unfulfilled' and status in ('paid', 'partially_refunded');
create index orders_fulfillment_newest on orders (fulfillment, created_at desc, id desc);
create index orders_flagged on orders (created_at desc, id desc) where attention <> '{}';
drop index orders_attention;
create index orders_customer_words on orders using gin ((lower(coalesce(shipping_address ->> 'customer_name', '') || ' ' ||
  coalesce(shipping_address ->> 'customer_email', ''))) gin_trgm_ops);

-- Each counter is split over eight rows, chosen by connection, so that orders at the same moment don't wait
-- for one another.
create table order_figures (
  status text not null,
  shard smallint not null,
  orders bigint not null,
  total bigint not null,
  refunded bigint not null,
  primary key (status, shard)
);

create table order_figures_daily (
  day date not null,
  status text not null,
  shard smallint not null,
  orders bigint not null,
  total bigint not null,
  refunded bigint not null,
  primary key (day, status, shard)
);

-- Pieces sold of a product per day of its orders: those that are paid and not given back whole.
create table product_sales_daily (
  day date not null,
  product_id uuid not null,
  shard smallint not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (day, product_id, shard)
);

create table product_figures (
  shard smallint primary key,
  products bigint not null,
  low_stock bigint not null
);

insert into order_figures
  select status, 0, count(*), sum(total), sum(amount_refunded) from orders group by status;
insert into order_figures_daily
  select (created_at at time zone 'America/Phoenix')::date, status, 0, count(*), sum(total), sum(amount_refunded) from orders group by 1, 2;
insert into product_sales_daily
  select (o.created_at at time zone 'America/Phoenix')::date, i.product_id, 0, sum(i.quantity), sum(i.quantity::bigint * i.price)
    from orders o join order_items i on i.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and i.product_id is not null group by 1, 2;
insert into product_figures
  select 0, count(*), count(*) filter (where stock < 10) from products where status <> 'archived';

-- Work that outlives the page that asked for it. A worker leases a job for one step at a time; the lease
-- carries a token, and a worker whose lease ran out, or whose job was stopped, changes nothing any more.
create table jobs (
  id uuid primary key,
  kind text not null,
  progress jsonb not null default '{}',
  requested_by text not null,
  created_at timestamptz not null,
  run_at timestamptz not null,
  -- Tries of the current step.
  attempts integer not null default 0,
  locked_until timestamptz,
  lock_token uuid,
  last_error text,
  done_at timestamptz,
  dead_at timestamptz
);

-- At most one job of a kind is under way.
create unique index jobs_under_way on jobs (kind) where done_at is null and dead_at is null;
create index jobs_newest on jobs (kind, created_at desc);
