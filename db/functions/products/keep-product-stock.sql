-- products.stock, what can be sold of a product, is the sum over its options of what is on hand and not held. It is kept
-- by difference instead of being summed again: two shoppers who hold two sizes of one shirt at the same moment would
-- each sum what they see, and one of the two holds would be lost. New options: count_new_stock.
create or replace function keep_product_stock() returns trigger language plpgsql as $$
declare
  difference integer := 0;
begin
  difference := difference - (old.on_hand - old.held);
  if tg_op <> 'DELETE' then difference := difference + (new.on_hand - new.held); end if;
  if difference <> 0 then update products set stock = stock + difference where id = old.product_id; end if;
  return null;
end $$;

create trigger inventory_keeps_product_stock
  after delete or update of on_hand, held on inventory
  for each row execute function keep_product_stock();
