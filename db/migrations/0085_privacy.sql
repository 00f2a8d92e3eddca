-- Forgetting a customer, and how long the owner keeps what tells of people. Decision 071.

-- Since then nothing in the order says who bought: see db/functions/erase-order-history.sql and customers/erase-queries.ts.
alter table orders add column forgotten_at timestamptz;
-- For orders whose names are kept for some years only.
create index orders_not_forgotten on orders (created_at) where forgotten_at is null;

-- What one email has left behind beside orders and messages, which have an index by email.
create index checkouts_left_by_email on checkouts (lower(shipping_address ->> 'customer_email')) where state <> 'completed';
create index outbox_by_recipient on outbox (lower(recipient)) where recipient is not null;
create index restock_requests_by_email on restock_requests (email);
create index payment_operations_order on payment_operations (order_id) where order_id is not null;
-- The log of one order.
create index admin_audit_object on admin_audit (object);

create table privacy_rules (
  id integer primary key check (id = 1),
  -- Null: names and addresses stay with their orders.
  order_years integer check (order_years between 1 and 30),
  message_days integer not null default 730 check (message_days between 30 and 3650),
  checkout_days integer not null default 7 check (checkout_days between 1 and 40),
  restock_days integer not null default 365 check (restock_days between 30 and 1825)
);
insert into privacy_rules (id) values (1);

-- How many rows about people each retention rule has removed, by day (UTC).
create table retention_log (
  day date not null,
  what text not null,
  removed integer not null,
  primary key (day, what)
);
