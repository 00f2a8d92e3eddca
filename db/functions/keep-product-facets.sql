-- Keeps the row by which a product is found in lists. A change of its stock matters only when it sells out or is back, so
-- most sales write nothing here. Which options are left: keep-size-facets.sql.
create or replace function keep_product_facets() returns trigger language plpgsql as $$
begin
  perform write_facets(new.id);
  return null;
end $$;

create trigger products_keep_facets after insert on products
  for each row when (new.status = 'active') execute function keep_product_facets();
create trigger products_keep_facets_on_change after update on products
  for each row when (
    (old.status, old.category, old.type, old.color, old.swatch, old.price, old.on_sale, old.sale_price, old.stock > 0, old.created_at)
    is distinct from
    (new.status, new.category, new.type, new.color, new.swatch, new.price, new.on_sale, new.sale_price, new.stock > 0, new.created_at))
  execute function keep_product_facets();
