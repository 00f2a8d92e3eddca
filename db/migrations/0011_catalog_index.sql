-- What lists, filters, and search read instead of the products.

-- The words of all names and descriptions, each once, with the spellings that one mistake makes of it
-- (db/functions/spelling-keys.sql): what a misspelled search looks through instead of the texts.
create table catalog_words (
  word text primary key,
  spellings text[] not null
);
create index catalog_words_alike on catalog_words using gin (word gin_trgm_ops);
create index catalog_words_spellings on catalog_words using gin (spellings);

-- What products are found by, in two tables instead of one: facts in narrow rows, because all that a common word
-- finds is counted row by row, and all with its prose beside them, which nothing reads unless facts find nothing. No
-- document is made anew. Decision 036.
create table search_facts (
  product_id uuid primary key references products (id) on delete cascade,
  -- All that filters ask of it (db/functions/facet-code.sql), before the words: a row is read from its beginning.
  code bigint not null default 0,
  -- As the product's: of words that very many products have, the newest are ranked.
  created_at timestamptz not null,
  is_active boolean not null,
  -- Type, colors, sizes, for whom, name, design, material, options.
  facts tsvector not null
);
create index search_facts_newest on search_facts (created_at desc, product_id desc) where is_active;
create index search_facts_words on search_facts using gin (facts) where is_active;

create table search_prose (
  product_id uuid primary key references products (id) on delete cascade,
  -- A search counts what it finds where it finds it.
  code bigint not null default 0,
  is_active boolean not null,
  -- All of it with description, fit, and care.
  whole tsvector not null
);
create index search_prose_words on search_prose using gin (whole) where is_active;

create view product_search as
 SELECT f.product_id,
    f.is_active,
    f.created_at,
    f.facts,
    p.whole,
    f.code
   FROM (search_facts f
     JOIN search_prose p ON ((p.product_id = f.product_id)));

-- What lists are filtered, counted and ordered by, one narrow row for each product that is sold: a filter reads these
-- rows and not the products with their texts, and a sale writes none of them until something sells out. Kept by
-- triggers (keep-product-facets.sql).
create table product_facets (
  product_id uuid primary key references products (id) on delete cascade,
  category text not null,
  type text not null,
  color text not null,
  swatch text not null,
  -- Options that can be bought now, as the owner spells them, sorted.
  sizes text[] not null,
  -- The same as one text, which is counted faster.
  size_set text not null,
  -- Cents, of the sale where there is one.
  price integer not null,
  on_sale boolean not null,
  in_stock boolean not null,
  created_at timestamptz not null,
  code bigint not null default 0
);
create index product_facets_category_cheapest on product_facets (category, in_stock desc, price, product_id);
create index product_facets_category_dearest on product_facets (category, in_stock desc, price desc, product_id desc);
create index product_facets_category_newest on product_facets
  (category, in_stock desc, created_at desc, product_id desc);
create index product_facets_cheapest on product_facets (in_stock desc, price, product_id);
create index product_facets_code on product_facets (code);
create index product_facets_color on product_facets (color, swatch);
create index product_facets_dearest on product_facets (in_stock desc, price desc, product_id desc);
-- What can be bought comes first in each order.
create index product_facets_newest on product_facets (in_stock desc, created_at desc, product_id desc);
create index product_facets_sale_cheapest on product_facets (in_stock desc, price, product_id) where on_sale;
create index product_facets_sale_dearest on product_facets (in_stock desc, price desc, product_id desc) where on_sale;
create index product_facets_sale_newest on product_facets (in_stock desc, created_at desc, product_id desc)
  where on_sale;
create index product_facets_type on product_facets (type);

-- What counts of filters are made of: all that filters ask of a product as one number, whose parts facet-code.sql
-- says. Rows that are alike are counted from the index of that number, in its order, and no row is read
-- (count-codes.sql).
create table facet_names (
  kind text not null check (kind in ('type', 'color', 'layout')),
  -- From 1; never given again.
  id integer not null,
  -- As the owner spells it. A layout is the options of a product in order, with \x1f between them.
  name text collate "C" not null,
  primary key (kind, id),
  unique (kind, name)
);

-- How many products are alike in all that filters ask for, kept, because to count a million anew for each list takes
-- a fifth of a second: all that was counted last, and each change since. Filled by fold_facet_counts; until then, and
-- without a row, everything is counted as before.
create table facet_counts (
  id integer primary key check (id = 1),
  -- Another one each time, so a process knows whether it has these numbers.
  version uuid not null,
  -- As count_codes() answers it, in bytes.
  codes bytea not null,
  counted_at timestamptz not null
);

create table facet_changes (
  id bigint generated always as identity primary key,
  code bigint not null,
  -- 1: one more product has this code; -1: one less.
  products integer not null
);

-- Where each part of the sitemap begins, written down by the worker; empty while the shop fits into one.
create table sitemap_parts (
  starts_after uuid primary key
);
alter table facet_counts alter column codes set storage external;
