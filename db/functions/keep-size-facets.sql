-- Keeps which options of a product can be bought. Whoever changes that has changed the product's stock just before, by the
-- trigger inventory_keeps_product_stock (triggers run in the order of their names): so the product's row is locked, and
-- what is read here is all that others have committed. A renamed option is saved together with its product.
create or replace function keep_size_facets() returns trigger language plpgsql as $$
begin
  perform write_facets(old.product_id);
  return null;
end $$;

create trigger inventory_keeps_size_facets after update of on_hand, held, variation on inventory
  for each row when (old.variation <> '' and
    (old.on_hand > old.held, old.variation) is distinct from (new.on_hand > new.held, new.variation))
  execute function keep_size_facets();
create trigger inventory_loses_size_facets after delete on inventory
  for each row when (old.variation <> '') execute function keep_size_facets();
