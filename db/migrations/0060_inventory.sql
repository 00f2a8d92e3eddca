-- The owner's inventory: options in the order in which they run out, and those that are low.
-- Pieces that left the shelf for orders, less those that came back, by shop day, for the last 28 days.
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
insert into option_sales_fresh
  select id from stock_movements where kind in ('sale', 'restock') and created_at > now() - interval '29 days';

alter table inventory
  -- In 28 days, kept by the worker.
  add column sold integer not null default 0,
  -- Whether its product is active, kept by triggers: drafts and archived products run out of nothing.
  add column is_active boolean not null default true;
update inventory set is_active = false
  where product_id in (select id from products where status <> 'active');
-- What runs out first comes first: sold out (most sold first), then by the days that the pieces last. What nobody bought
-- in 28 days counts as if one were sold in 56.
alter table inventory add column runs_out double precision not null generated always as (
  case when on_hand <= held then -greatest(sold, 0)::double precision
    when sold > 0 then (on_hand - held) * 28::double precision / sold
    else (on_hand - held) * 56::double precision end) stored;
create index inventory_runs_out on inventory (runs_out, product_id, variation) where is_active;
create index inventory_available on inventory ((on_hand - held), product_id, variation) where is_active;

-- An option with this many pieces or fewer is low.
alter table store_settings add column low_level integer not null default 3 check (low_level between 0 and 1000);

-- Drafts are not low on stock anymore (db/functions/keep-product-figures.sql).
update product_figures set low_stock = low_stock - (select count(*) from products where status = 'draft' and stock < 10)
  where shard = (select min(shard) from product_figures);
