-- Puts units of an order back on the shelf that are off it (p_units null: all of them); one whose variant is no longer sold is left out. A unit that had
-- shipped is back with that. p_refund_id, p_change_id: why, if it is for one of these.
create or replace function shelve_units(
  p_units bigint[], p_order_id uuid, p_refund_id uuid, p_change_id uuid, p_source text, p_now timestamptz
) returns void language plpgsql as $$
declare
  line record;
  v_units bigint[] := array(select id from order_units
    where order_id = p_order_id and stock = 'taken' and (p_units is null or id = any (p_units)));
begin
  perform 1 from inventory where id in (select i.variant_id from order_units u join order_items i on i.id = u.order_item_id
    where u.id = any (v_units)) order by id for update;
  for line in
    select v.id, v.product_id, array_agg(u.id) as units, count(*)::integer as quantity
      from order_units u join order_items i on i.id = u.order_item_id join inventory v on v.id = i.variant_id
      where u.id = any (v_units) group by 1 order by 2, 1
  loop
    update inventory set on_hand = on_hand + line.quantity where id = line.id;
    insert into stock_movements (product_id, variant_id, kind, quantity, order_id, refund_id, change_id, source, created_at)
      values (line.product_id, line.id, 'restock', line.quantity, p_order_id, p_refund_id, p_change_id, p_source, p_now);
    update order_units set stock = 'shelved', state = case state when 'shipped' then 'returned' else state end
      where id = any (line.units);
  end loop;
end $$;
