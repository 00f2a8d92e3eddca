-- Takes units of a variant off the shelf, from a hold or from what is free. False when there are not enough; never goes
-- below zero and never takes what another checkout holds. p_refund_id: the refund that had put them back, and has failed.
create or replace function take_stock(
  p_variant_id uuid, p_quantity integer, p_from_hold boolean, p_order_id uuid, p_source text, p_now timestamptz,
  p_refund_id uuid default null
) returns boolean language plpgsql as $$
declare
  v_product uuid;
begin
  if p_from_hold then
    update inventory set on_hand = on_hand - p_quantity, held = held - p_quantity
      where id = p_variant_id and held >= p_quantity returning product_id into v_product;
  else
    update inventory set on_hand = on_hand - p_quantity
      where id = p_variant_id and on_hand - held >= p_quantity returning product_id into v_product;
  end if;
  if v_product is null then return false; end if;
  insert into stock_movements (product_id, variant_id, kind, quantity, order_id, refund_id, source, created_at)
    values (v_product, p_variant_id, case when p_refund_id is null then 'sale' else 'reversal' end, -p_quantity, p_order_id,
      p_refund_id, p_source, p_now);
  return true;
end $$;
