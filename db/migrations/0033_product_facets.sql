-- What lists are filtered, counted and ordered by, one narrow row for each product that is sold: a filter reads these rows
-- and not the products with their texts, and a sale writes none of them until something sells out. Kept by triggers
-- (keep-product-facets.sql).
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
  -- All that filters count beside sizes and prices, as one text that is counted at once.
  kind text not null generated always as (category || E'\x1f' || type || E'\x1f' || color || E'\x1f'
    || case when on_sale then 'true' else 'false' end || E'\x1f' || case when in_stock then 'true' else 'false' end) stored
);

insert into product_facets (product_id, category, type, color, swatch, sizes, size_set, price, on_sale, in_stock,
    created_at)
  select p.id, p.category, p.type, p.color, p.swatch, s.sizes, array_to_string(s.sizes, E'\x1f'),
    p.effective_price, p.on_sale, p.stock > 0, p.created_at
  from products p, lateral (
    select array(select i.variation from inventory i
      where i.product_id = p.id and i.variation <> '' and i.on_hand > i.held order by i.variation) as sizes) s
  where p.status = 'active';

-- What can be bought comes first in each order.
create index product_facets_newest on product_facets (in_stock desc, created_at desc, product_id desc);
create index product_facets_cheapest on product_facets (in_stock desc, price, product_id);
create index product_facets_dearest on product_facets (in_stock desc, price desc, product_id desc);
create index product_facets_category_newest on product_facets (category, in_stock desc, created_at desc, product_id desc);
create index product_facets_category_cheapest on product_facets (category, in_stock desc, price, product_id);
create index product_facets_category_dearest on product_facets (category, in_stock desc, price desc, product_id desc);
create index product_facets_sale_newest on product_facets (in_stock desc, created_at desc, product_id desc) where on_sale;
create index product_facets_sale_cheapest on product_facets (in_stock desc, price, product_id) where on_sale;
create index product_facets_sale_dearest on product_facets (in_stock desc, price desc, product_id desc) where on_sale;
create index product_facets_type on product_facets (type);
create index product_facets_color on product_facets (color, swatch);

-- Lists are read from the narrow rows now. A sale writes fewer entries.
drop index products_category_cheapest;
drop index products_sale_newest;
drop index products_sale_cheapest;
drop index products_sale_category_newest;
drop index products_sale_category_cheapest;
