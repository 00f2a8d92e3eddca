-- Corrections of a shipment, goods that come back line by line, and best sellers that cost the same to read
-- however many orders there are.

-- A wrong carrier or tracking number is corrected by one more entry; what was written before stays.
alter table fulfillment_events
  add column is_correction boolean not null default false,
  add constraint fulfillment_events_corrects_shipment check (not is_correction or to_status = 'shipped'),
  drop constraint fulfillment_events_order_id_to_status_key;
create unique index fulfillment_events_once on fulfillment_events (order_id, to_status) where not is_correction;
create index fulfillment_events_order on fulfillment_events (order_id, id);

-- Which lines of the order a refund puts back on the shelf; null: all of them. Counts only with restock.
alter table refunds add column restock_items uuid[];

-- Best sellers. Sales are written down fresh, split over eight rows so that orders at the same moment don't
-- wait for one another. fold_product_sales() moves them to one row per day and product and adds them to the
-- sums of the last 7, 30 and 90 days, which are indexed in the order in which they are shown. A reader takes
-- the sums and what is still fresh, so it always sees every sale and never adds up a quarter of a year.
alter table product_sales_daily rename to product_sales_fresh;
alter table product_sales_fresh rename constraint product_sales_daily_pkey to product_sales_fresh_pkey;

create table product_sales_daily (
  day date not null,
  product_id uuid not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (day, product_id)
);

create table product_sales_sums (
  period integer not null check (period in (7, 30, 90)),
  product_id uuid not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (period, product_id)
);

create index product_sales_sums_best on product_sales_sums (period, quantity desc, revenue desc, product_id);

-- The last day of the sums; one row, made by the first fold.
create table product_sales_state (
  id integer primary key check (id = 1),
  day date not null
);
