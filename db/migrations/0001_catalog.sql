-- The catalogue, its stock and the store's settings. Money is integer cents.
-- Two rules of the shop are columns, so that nobody can compute them differently: a sale price counts
-- only below the price (on_sale, effective_price), and products.stock is what can be sold right now,
-- kept from the inventory rows by a trigger.

create extension if not exists pg_trgm;

create table products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 2 and 200),
  price integer not null check (price > 0 and price <= 99999999),
  sale_price integer check (sale_price > 0),
  on_sale boolean generated always as (sale_price is not null and sale_price < price) stored,
  effective_price integer generated always as
    (case when sale_price is not null and sale_price < price then sale_price else price end) stored,
  stock integer not null default 0 check (stock >= 0),
  category text not null check (category in ('Hats', 'Shirts')),
  description text not null default '',
  image_url text,
  image_alt text not null default '',
  variations text[],
  status text not null default 'active' check (status in ('draft', 'active', 'archived')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index products_newest on products (created_at desc, id desc) where status = 'active';
create index products_cheapest on products (effective_price, id) where status = 'active';
create index products_category_newest on products (category, created_at desc, id desc) where status = 'active';
create index products_category_cheapest on products (category, effective_price, id) where status = 'active';
create index products_sale_newest on products (created_at desc, id desc) where status = 'active' and on_sale;
create index products_sale_cheapest on products (effective_price, id) where status = 'active' and on_sale;
create index products_sale_category_newest
  on products (category, created_at desc, id desc) where status = 'active' and on_sale;
create index products_sale_category_cheapest
  on products (category, effective_price, id) where status = 'active' and on_sale;
create index products_low_stock on products (stock, id) where stock < 10;
create index products_name_words on products using gin (name gin_trgm_ops);
create index products_description_words on products using gin (description gin_trgm_ops);

create table product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  image_url text not null,
  alt text not null default '',
  is_primary boolean not null default false,
  display_order integer not null check (display_order >= 1),
  unique (product_id, display_order)
);

-- One row per option of a product; a product without options has one row with variation ''.
create table inventory (
  product_id uuid not null references products (id) on delete cascade,
  variation text not null default '',
  position integer not null default 0,
  on_hand integer not null check (on_hand >= 0),
  held integer not null default 0 check (held >= 0),
  primary key (product_id, variation),
  check (held <= on_hand)
);

-- The ledger of goods: append only. on_hand of an option is the sum of its movements.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null,
  variation text not null default '',
  kind text not null check (kind in ('initial', 'adjustment', 'sale', 'restock')),
  quantity integer not null check (quantity <> 0),
  order_id uuid,
  source text not null,
  created_at timestamptz not null
);

create unique index stock_movements_once_per_order_line
  on stock_movements (order_id, product_id, variation, kind) where order_id is not null;
create index stock_movements_product on stock_movements (product_id, variation);

create table store_settings (
  id integer primary key check (id = 1),
  business_info jsonb not null,
  tax jsonb not null,
  shipping jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- Amounts inside are cents, the tax rate is a percentage.
insert into store_settings (id, business_info, tax, shipping) values (
  1,
  '{"storeName": "Golf Pro Shop", "email": "", "phone": "", "address": "", "logoUrl": ""}',
  '{"enableTax": false, "defaultTaxRate": 0, "includeTaxInPrice": false}',
  '{"enableFlatRateShipping": true, "flatRateShippingCost": 599, "freeShippingThreshold": 5000, "enableFreeShipping": false}'
);
