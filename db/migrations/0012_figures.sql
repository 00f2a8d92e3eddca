-- Sums for the dashboard, the reports, and best sellers.

-- Each counter is split over eight rows, chosen by connection, so that orders at the same moment don't wait for one
-- another.
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

create table product_figures (
  shard smallint primary key,
  products bigint not null,
  low_stock bigint not null
);

insert into product_figures (shard, products, low_stock) values (0, 0, 0);

-- Pieces sold of a product per day of its orders: those that are paid and not given back whole.
create table product_sales_daily (
  day date not null,
  product_id uuid not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (day, product_id)
);

create table product_sales_fresh (
  day date not null,
  product_id uuid not null,
  shard smallint not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (day, product_id, shard)
);

-- The last day of the sums; one row, made by the first fold.
create table product_sales_state (
  id integer primary key check (id = 1),
  day date not null
);

create table product_sales_sums (
  period integer not null check (period in (7, 30, 90)),
  product_id uuid not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (period, product_id)
);
create index product_sales_sums_best on product_sales_sums (period, quantity desc, revenue desc, product_id);

-- Pieces that left the
-- shelf for orders, less those that came back, by shop day, for the last 28 days.
create table option_sales (
  product_id uuid not null,
  -- The option's name at the time.
  variation text not null,
  day date not null,
  quantity integer not null,
  primary key (product_id, variation, day)
);
create index option_sales_day on option_sales (day, product_id);

-- Movements of sales that are not in option_sales yet (db/functions/fold-option-sales.sql).
create table option_sales_fresh (
  movement_id bigint primary key
);

-- How far the orders are counted by the store's time zone (db/functions/recount-order-days.sql).
create table order_days_state (
  id smallint primary key check (id = 1),
  -- The zone that all orders are counted by.
  zone text not null,
  -- The zone that the recount under way goes to, and the last order it has reached; null: none is under way.
  next_zone text,
  after_id uuid
);

insert into order_days_state (id, zone) values (1, 'America/Phoenix');

-- Days whose figures have changed since they were added up; any number of rows for one, so that nobody waits.
create table report_days_due (
  day date not null
);
create index report_days_due_by_day on report_days_due (day);

-- What reports say, added up: a row for each day or month and each state, discount, or option that has something in
-- it. Sales stand on the day of the order, what went back on the day when it went back. All amounts are cents.
create table report_figures (
  span text not null check (span in ('day', 'month', 'quarter', 'year', 'ever')),
  by text not null check (by in ('state', 'discount', 'option', 'product', 'all')),
  since date not null,
  -- The two letters of a state, the name of a discount, or product id, tab, option; '' where there is none.
  key text not null,
  orders integer not null,
  units integer not null,
  units_back integer not null,
  sales bigint not null,
  discounts bigint not null,
  -- Goods that went back, with what the owner gave beyond them or kept of them.
  refunds bigint not null,
  shipping bigint not null,
  shipping_back bigint not null,
  tax bigint not null,
  tax_back bigint not null,
  net bigint not null generated always as ((sales - discounts) - refunds) stored,
  primary key (span, by, since, key)
);
-- The rows of such a time with most net sales, without a look at the table.
create index report_figures_by_net on report_figures (span, by, since, net desc, key collate "C") where span <> 'day';
