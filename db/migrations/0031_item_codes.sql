-- What others call an article: the owner's own number, the trade item number on its bar code, the maker's number. Each
-- option has its own; a product without options has them in its one row. No two articles have one.
alter table inventory
  add column sku text not null default '' check (char_length(sku) <= 50),
  add column gtin text not null default '' check (gtin ~ '^(\d{8}|\d{12,14})?$'),
  add column mpn text not null default '' check (char_length(mpn) <= 70);

create unique index inventory_sku on inventory (lower(sku)) where sku <> '';
-- Shorter numbers are longer ones with zeros in front.
create unique index inventory_gtin on inventory (lpad(gtin, 14, '0')) where gtin <> '';

-- The names that an option had before it was renamed. Carts in browsers and past orders still use them. A name is of one
-- option: what it is called now, or what it was called before.
create table former_options (
  product_id uuid not null,
  name text not null,
  variation text not null,
  primary key (product_id, name),
  foreign key (product_id, variation) references inventory (product_id, variation)
    on update cascade on delete cascade
);
create index former_options_of on former_options (product_id, variation);

-- A rename carries the pieces from one name to the other in the ledger: two movements whose sum is none.
alter table stock_movements drop constraint stock_movements_kind_check;
alter table stock_movements add constraint stock_movements_kind_check
  check (kind in ('initial', 'adjustment', 'sale', 'restock', 'rename'));

-- The owner's words: a known spelling is found, and known words are listed, without reading the products.
create index products_type_word on products (lower(type)) where type <> '';
create index products_color_word on products (lower(color)) where color <> '';
create index products_design_word on products (lower(design)) where design <> '';
create index products_option_name_word on products (lower(option_name)) where option_name <> '';
