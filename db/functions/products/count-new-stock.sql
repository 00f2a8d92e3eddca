-- New options are summed once per statement: counted row by row, each wrote the product's fourteen indexes again, two
-- thirds of the time of a large import. The lock comes first and the sum is a separate statement, so it sees every
-- change that was counted before; a row that changes in the meantime is counted after this, by difference
-- (keep_product_stock). A product that already has the right stock is not written again.
create or replace function count_new_stock() returns trigger language plpgsql as $$
begin
  perform 1 from products where id in (select product_id from added) order by id for no key update;
  update products p set stock = counted.units
    from (select product_id, sum(on_hand - held) as units from inventory
      where product_id in (select product_id from added) group by product_id) counted
    where p.id = counted.product_id and p.stock <> counted.units;
  return null;
end $$;

create trigger inventory_counts_new_stock
  after insert on inventory referencing new table as added
  for each statement execute function count_new_stock();
