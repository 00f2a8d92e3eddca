-- Lets go of what was held for received units of a line of a return: the caller holds the order's lock, and takes the wanted
-- units off the shelf in the same transaction, so nobody else does.
create or replace function exchange_held(p_return_id uuid, p_item_id uuid, p_quantity integer) returns void language plpgsql as $$
declare
  v_held integer;
begin
  -- All variants that the return is about, in order: swap_units locks them too.
  perform 1 from inventory where id in (select unnest(array[i.variant_id, l.wanted_id]) from return_lines l
    join order_items i on i.id = l.order_item_id where l.return_id = p_return_id) order by id for update;
  select least(held, p_quantity) into v_held from return_lines where return_id = p_return_id and order_item_id = p_item_id;
  update inventory v set held = v.held - v_held from return_lines l
    where l.return_id = p_return_id and l.order_item_id = p_item_id and v_held > 0 and v.id = l.wanted_id;
  update return_lines set held = held - v_held where return_id = p_return_id and order_item_id = p_item_id;
end $$;
