-- Takes pieces of one option off the shelf, from a hold or from what is free. False when there are not enough; never goes
-- below zero and never takes what another checkout holds. The sale is written under the name that the order says.
create or replace function take_stock(
  p_product_id uuid, p_variation text, p_quantity integer, p_from_hold boolean, p_order_id uuid,
  p_source text, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  v_now text := option_now(p_product_id, p_variation);
begin
  if p_from_hold then
    update inventory set on_hand = on_hand - p_quantity, held = held - p_quantity
      where product_id = p_product_id and variation = v_now and held >= p_quantity;
  else
    update inventory set on_hand = on_hand - p_quantity
      where product_id = p_product_id and variation = v_now and on_hand - held >= p_quantity;
  end if;
  if not found then return false; end if;
  insert into stock_movements (product_id, variation, kind, quantity, order_id, source, created_at)
    values (p_product_id, p_variation, 'sale', -p_quantity, p_order_id, p_source, p_now);
  perform carry_pieces(p_product_id, p_variation, v_now, -p_quantity, p_source, p_now);
  return true;
end $$;
