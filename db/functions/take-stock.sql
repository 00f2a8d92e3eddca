-- Takes pieces of one option off the shelf, from a hold or from what is free. False when there are not enough; never goes
-- below zero and never takes what another checkout holds.
create or replace function take_stock(
  p_product_id uuid, p_variation text, p_quantity integer, p_from_hold boolean, p_order_id uuid,
  p_source text, p_now timestamptz
) returns boolean language plpgsql as $$
begin
  if p_from_hold then
    update inventory set on_hand = on_hand - p_quantity, held = held - p_quantity
      where product_id = p_product_id and variation = p_variation and held >= p_quantity;
  else
    update inventory set on_hand = on_hand - p_quantity
      where product_id = p_product_id and variation = p_variation and on_hand - held >= p_quantity;
  end if;
  if not found then return false; end if;
  insert into stock_movements (product_id, variation, kind, quantity, order_id, source, created_at)
    values (p_product_id, p_variation, 'sale', -p_quantity, p_order_id, p_source, p_now);
  return true;
end $$;
