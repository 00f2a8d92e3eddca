-- Keeps which options can be bought where new ones came, also those that can't: so no sale brings a layout of options that
-- has no number (note-facet-names.sql). Once per statement, after their stock was counted
-- (inventory_counts_new_stock), which locks the products.
create or replace function keep_new_size_facets() returns trigger language plpgsql as $$
begin
  perform write_facets(n.product_id) from (
    select distinct product_id from added where variation <> '' order by product_id) n;
  return null;
end $$;

create trigger inventory_keeps_new_size_facets
  after insert on inventory referencing new table as added
  for each statement execute function keep_new_size_facets();
