-- Pictures that no product shows: uploaded and not saved yet, or taken away from a product. Saving a
-- product takes its new pictures out of here; what is due and shown nowhere, not even in a past order, is
-- deleted with its files. The indexes answer "who shows this picture" without reading whole tables.
create table spare_images (
  url text primary key,
  due_at timestamptz not null
);

create index spare_images_due on spare_images (due_at);
create index products_picture on products (image_url);
create index product_images_picture on product_images (image_url);
create index order_items_picture on order_items (image_url);
create index checkout_items_picture on checkout_items (image_url);
