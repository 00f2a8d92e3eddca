-- Products, their variants, and stock. Money is integer cents. Two rules are columns, so that nothing can compute them
-- differently: a sale price counts only below the price (on_sale, effective_price), and products.stock is what can be
-- sold right now, which a trigger derives from the inventory rows.

create extension if not exists pg_trgm;

-- Categories of products. A category keeps its id for life, even when it is renamed.
create table categories (
  id text primary key check (char_length(id) between 1 and 60),
  name text not null check (char_length(name) between 1 and 40),
  -- Used in addresses: /shop?category=HATS. Former slugs, including those of categories that were merged into it,
  -- redirect to it.
  slug text not null unique check (slug ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' and char_length(slug) <= 60 and slug <> 'ALL'),
  former_slugs text[] not null default '{}',
  position integer not null default 0,
  -- Hidden from shoppers. Its address and its products keep working.
  is_hidden boolean not null default false,
  text text not null default '' check (char_length(text) <= 500),
  image_url text,
  image_alt text not null default '',
  -- A number of Google's product taxonomy; '' lets Google decide.
  google_category text not null default '' check (google_category ~ '^\d{0,7}$')
);
create unique index categories_name on categories (lower(name));

-- The two that the specification names. 173: Clothing Accessories > Hats; 212: Clothing > Shirts & Tops.
insert into categories (id, name, slug, position, google_category) values
  ('Hats', 'Hats', 'HATS', 0, '173'),
  ('Shirts', 'Shirts', 'SHIRTS', 1, '212');

-- Body measurements for each size, as the owner types them. A product shows the closest chart: its own, else its
-- type's, else its category's.
create table size_charts (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 60),
  caption text not null default '' check (char_length(caption) <= 100),
  advice text not null default '' check (char_length(advice) <= 500),
  -- [{"name": "Chest", "isInches": true}]
  measures jsonb not null,
  -- [{"size": "M", "values": ["38-40"]}], one value per measure; "" for none.
  rows jsonb not null,
  image_url text,
  image_alt text not null default '',
  categories text[] not null default '{}',
  types text[] not null default '{}',
  product_ids uuid[] not null default '{}',
  position integer not null default 0,
  -- Part of the sample catalog. Only sample products show it.
  is_sample boolean not null default false
);

create table products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 2 and 200),
  price integer not null
    constraint products_price_check check (price between 0 and 99999999 and (price > 0 or status <> 'active')),
  sale_price integer check (sale_price > 0),
  stock integer not null default 0 check (stock >= 0),
  category text not null references categories (id),
  description text not null default '',
  image_url text,
  image_alt text not null default '',
  variations text[],
  status text not null default 'active' check (status in ('draft', 'active', 'archived')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  type text not null default '' check (char_length(type) <= 40),
  color text not null default '' check (char_length(color) <= 40),
  swatch text not null default '' check (swatch ~ '^(#[0-9a-f]{6})?$'),
  design text not null default '' check (char_length(design) <= 100),
  gender text not null default 'unisex' check (gender in ('unisex', 'men', 'women')),
  age_group text not null default 'adult' check (age_group in ('adult', 'kids', 'toddler', 'infant', 'newborn')),
  material text not null default '' check (char_length(material) <= 200),
  fit text not null default '' check (char_length(fit) <= 500),
  care text not null default '' check (char_length(care) <= 500),
  weight_oz double precision check (weight_oz > 0 and weight_oz <= 10000),
  -- Cents.
  cost integer check (cost between 0 and 99999999),
  option_name text not null default 'Size' check (char_length(option_name) between 1 and 24),
  sale_starts_at text not null default '' check (sale_starts_at ~ '^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$'),
  sale_ends_at text not null default '' check (sale_ends_at ~ '^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$'),
  sale_is_on boolean not null default true,
  on_sale boolean generated always as (sale_is_on and sale_price is not null and sale_price < price) stored,
  effective_price integer generated always as
    (case when sale_is_on and sale_price is not null and sale_price < price then sale_price else price end) stored,
  -- The owner's own tags for collection rules, separated by commas. Shoppers never see them.
  tags text not null default '' check (char_length(tags) <= 250),
  -- Part of the sample catalog.
  is_sample boolean not null default false
);
create index products_category on products (category);
create index products_color_word on products (lower(color)) where color <> '';
create index products_dated_sales on products (id)
  where (sale_starts_at <> '') or (sale_ends_at <> '') or (not sale_is_on);
create index products_design_word on products (lower(design)) where design <> '';
create index products_low_stock on products (stock, id) where stock < 10;
create index products_name_words on products using gin (name gin_trgm_ops);
create index products_option_name_word on products (lower(option_name)) where option_name <> '';
create index products_picture on products (image_url);
create index products_samples on products (id) where is_sample and status = 'active';
create index products_status_cheapest on products (status, effective_price, id);
create index products_status_name on products (status, lower(name) collate "C", id);
-- The owner's product list in each sort order, one index for all statuses of a tab.
create index products_status_newest on products (status, created_at desc, id desc);
create index products_status_stock on products (status, stock, id);
-- The owner's words for type, color, and so on: finds a known spelling, and lists known words, without reading the
-- products.
create index products_type_word on products (lower(type)) where type <> '';

create table product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  image_url text not null,
  alt text not null default '',
  is_primary boolean not null default false,
  display_order integer not null check (display_order >= 1),
  unique (product_id, display_order)
);
create index product_images_picture on product_images (image_url);

-- One row for each variant that can be bought. A variant keeps its id for life; its name (variation, '' for a product
-- without options) may change. Other tables refer to it by id; where they also store a name, it is the name at that
-- time.
create table inventory (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  variation text not null default '',
  position integer not null default 0,
  on_hand integer not null check (on_hand >= 0),
  held integer not null default 0 check (held >= 0),
  sku text not null default '' check (char_length(sku) <= 50),
  gtin text not null default '' check (gtin ~ '^(\d{8}|\d{12,14})?$'),
  mpn text not null default '' check (char_length(mpn) <= 70),
  -- Cents, when it differs from the product's price. The rule: db/functions/products/variant-price.sql.
  price integer check (price between 1 and 99999999),
  sale_price integer check (sale_price > 0),
  constraint inventory_check check (held <= on_hand),
  -- Deferred to the end of a statement, so that one statement can swap the names of two variants.
  constraint inventory_name unique (product_id, variation) deferrable
);
-- Shorter numbers are padded with leading zeros.
create unique index inventory_gtin on inventory (lpad(gtin, 14, '0')) where gtin <> '';
create unique index inventory_sku on inventory (lower(sku)) where sku <> '';

-- A group of products with its own address: either picked by the owner in the owner's order, or found by a rule.
create table collections (
  id uuid primary key,
  name text not null check (char_length(name) between 2 and 100),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 60),
  description text not null default '' check (char_length(description) <= 2000),
  image_url text,
  image_alt text not null default '',
  is_on boolean not null,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Whether it was visible when pages were last notified (server/products/collections/turn-collections.ts).
  is_shown boolean not null default false,
  -- Product ids, some of which may no longer exist. Null: the rule decides.
  product_ids uuid[],
  -- domain/collection/collection.ts
  rule jsonb,
  -- Which of Google's five custom labels carries its name.
  feed_label integer check (feed_label between 0 and 4),
  -- Its position among all collections, lowest first.
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((product_ids is null) <> (rule is null)),
  check (ends_at > starts_at)
);
create index collections_picture on collections (image_url);

-- The stock ledger: append-only. A variant's on_hand is the sum of its movements, which stay when the variant is
-- deleted.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null,
  variant_id uuid not null,
  -- reversal: takes restocked units off the shelf again because their refund failed.
  kind text not null check (kind in ('initial', 'adjustment', 'sale', 'restock', 'reversal')),
  quantity integer not null check (quantity <> 0),
  order_id uuid,
  source text not null,
  created_at timestamptz not null,
  refund_id uuid,
  -- The order change that put old units back on the shelf or took new ones.
  change_id uuid
);
create index stock_movements_order on stock_movements (order_id) where order_id is not null;
create index stock_movements_product on stock_movements (product_id);
create index stock_movements_variant on stock_movements (variant_id);
-- Recent sales (server/products/inventory).
create index stock_movements_sold on stock_movements (created_at) include (variant_id, quantity, order_id)
  where kind in ('sale', 'restock', 'reversal');

-- Pictures that no product shows: uploaded but not saved yet, or removed from a product. Saving a product removes its
-- new pictures from this table. When a row is due and no product and no past order shows the picture, its files are
-- deleted. The indexes answer "who shows this picture" without reading whole tables.
create table spare_images (
  url text primary key,
  due_at timestamptz not null
);
create index spare_images_due on spare_images (due_at);

create table dropped_photos (
  -- SHA-256 of the file, in hex.
  hash text primary key,
  product_id uuid not null references products (id) on delete cascade,
  -- The product that last showed it and may get it back.
  url text not null
);
create index dropped_photos_product on dropped_photos (product_id);

-- Checked import files: what was read, and the state of the products when the owner saw the preview. Kept for a day, so
-- that 'Import' does exactly what the preview showed.
create table product_imports (
  id uuid primary key,
  actor text not null,
  csv text not null,
  -- {products, told}. products: those that would change, by id, with version and stock as an export writes them. told:
  -- what the owner was told about new products that are changed or left out.
  seen jsonb not null,
  created_at timestamptz not null,
  applied_at timestamptz
);
create index product_imports_age on product_imports (created_at);

-- Products before a bulk change, so that it can be undone for a minute: [{id, version (after the change), values}].
create table bulk_undos (
  id uuid primary key,
  actor text not null,
  products jsonb not null,
  created_at timestamptz not null
);
create index bulk_undos_oldest on bulk_undos (created_at);
