-- A draft that a photo began has no price yet: 0. What is sold has one. And which photo became a picture of which product,
-- by the bytes that were sent, so that one that is dropped twice is known. Decision 074.
alter table products drop constraint products_price_check;
alter table products add constraint products_price_check
  check (price >= 0 and price <= 99999999 and (price > 0 or status <> 'active'));

create table dropped_photos (
  -- SHA-256 of the file, in hex.
  hash text primary key,
  product_id uuid not null references products on delete cascade,
  -- A product that no longer shows it may get it again.
  url text not null
);
create index dropped_photos_product on dropped_photos (product_id);
