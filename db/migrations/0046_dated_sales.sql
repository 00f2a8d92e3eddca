-- Sale prices with a start and an end, on the clocks of the store's time zone ("2026-11-27T00:00"; empty: none). Whether
-- a sale is on is a column, so that lists can be ordered by what is asked now; db/functions/turn-sales.sql turns it when
-- its time comes. What is paid is decided by the clock (price-now.sql).
alter table products
  drop column on_sale,
  drop column effective_price;

alter table products
  add column sale_starts_at text not null default ''
    check (sale_starts_at ~ '^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$'),
  add column sale_ends_at text not null default ''
    check (sale_ends_at ~ '^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$'),
  add column sale_is_on boolean not null default true,
  add column on_sale boolean generated always as (sale_is_on and sale_price is not null and sale_price < price) stored,
  add column effective_price integer generated always as
    (case when sale_is_on and sale_price is not null and sale_price < price then sale_price else price end) stored;

create index products_status_cheapest on products (status, effective_price, id);
create index products_dated_sales on products (id) where sale_starts_at <> '' or sale_ends_at <> '' or not sale_is_on;

-- What products were before a change of many at once, so that it can be undone for a minute: [{id, version (after the
-- change), values}].
create table bulk_undos (
  id uuid primary key,
  actor text not null,
  products jsonb not null,
  created_at timestamptz not null
);
create index bulk_undos_oldest on bulk_undos (created_at);
