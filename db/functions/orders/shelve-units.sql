-- Puts units of an order back on the shelf that are off it, whatever their variant is called now; one that is no longer
-- sold is left out. A unit that had shipped is back with that. p_refund_id, p_swap_id: why, if it is for one of these.
create or replace function shelve_units(
  p_units bigint[], p_order_id uuid, p_refund_id uuid, p_swap_id uuid, p_source text, p_now timestamptz
) returns void language plpgsql as $$
declare
  line record;
begin
  perform lock_renamed(array(select i.product_id from order_units u join order_items i on i.id = u.order_item_id
    where u.id = any (p_units) and u.stock = 'taken' and i.product_id is not null));
  for line in
    select i.product_id, coalesce(i.variation, '') as variation, v.variation as now, array_agg(u.id) as units,
        count(*)::integer as quantity
      from order_units u join order_items i on i.id = u.order_item_id
        join inventory v on v.product_id = i.product_id and v.variation = option_now(i.product_id, coalesce(i.variation, ''))
      where u.id = any (p_units) and u.stock = 'taken' group by 1, 2, 3 order by 1, 2
  loop
    update inventory set on_hand = on_hand + line.quantity
      where product_id = line.product_id and variation = line.now;
    insert into stock_movements (product_id, variation, kind, quantity, order_id, refund_id, swap_id, source, created_at)
      values (line.product_id, line.variation, 'restock', line.quantity, p_order_id, p_refund_id, p_swap_id, p_source, p_now);
    perform carry_pieces(line.product_id, line.variation, line.now, line.quantity, p_source, p_now);
    update order_units set stock = 'shelved', state = case state when 'shipped' then 'returned' else state end
      where id = any (line.units);
  end loop;
end $$;
