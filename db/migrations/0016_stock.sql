-- Stock of new products counted once. Each new option added its pieces to products.stock by a statement of its own,
-- and each of those wrote the product's fourteen indexes again: two thirds of the time of a large import.

-- A change counts by its difference, as in 0001: see there why.
create or replace function keep_product_stock() returns trigger language plpgsql as $$
declare
  difference integer := 0;
begin
  difference := difference - (old.on_hand - old.held);
  if tg_op <> 'DELETE' then difference := difference + (new.on_hand - new.held); end if;
  if difference <> 0 then update products set stock = stock + difference where id = old.product_id; end if;
  return null;
end $$;

-- New rows are summed once per statement. The lock comes first and the sum is a statement of its own, so it sees every
-- change that was counted before; whoever changes a row meanwhile counts it after this, by difference. A product
-- that was written with its right stock is not written again.
create function count_new_stock() returns trigger language plpgsql as $$
begin
  perform 1 from products where id in (select product_id from added) order by id for no key update;
  update products p set stock = counted.pieces
    from (select product_id, sum(on_hand - held) as pieces from inventory
      where product_id in (select product_id from added) group by product_id) counted
    where p.id = counted.product_id and p.stock <> counted.pieces;
  return null;
end $$;

drop trigger inventory_keeps_product_stock on inventory;

create trigger inventory_keeps_product_stock
  after delete or update of on_hand, held on inventory
  for each row execute function keep_product_stock();

create trigger inventory_counts_new_stock
  after insert on inventory referencing new table as added
  for each statement execute function count_new_stock();
