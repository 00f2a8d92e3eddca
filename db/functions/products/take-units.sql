-- Takes units of an order off the shelf (p_units null: those that got no stock yet): from the hold of its checkout while
-- that exists, otherwise from what is free. Where too few are left nothing is taken and the order is flagged: it is paid, so
-- the owner decides. The hold itself is the caller's to end. p_refund_id: the refund that had put them back, and has failed.
create or replace function take_units(
  p_order_id uuid, p_units bigint[], p_checkout_id uuid, p_refund_id uuid, p_source text, p_now timestamptz
) returns void language plpgsql as $$
declare
  line record;
  v_units bigint[] := coalesce(p_units, array(select id from order_units where order_id = p_order_id and stock = 'none'));
  has_hold boolean;
begin
  perform 1 from inventory where id in (select i.variant_id from order_units u join order_items i on i.id = u.order_item_id
    where u.id = any (v_units)) order by id for update;
  has_hold := coalesce((select hold_active from checkouts where id = p_checkout_id), false);
  for line in
    select i.product_id, i.variant_id, array_agg(u.id) as units, count(*)::integer as quantity
      from order_units u join order_items i on i.id = u.order_item_id where u.id = any (v_units) group by 1, 2 order by 1, 2
  loop
    if take_stock(line.variant_id, line.quantity, has_hold, p_order_id, p_source, p_now, p_refund_id) then
      update order_units set stock = 'taken' where id = any (line.units);
    else
      perform flag_order(p_order_id, case when p_refund_id is null then 'out_of_stock' else 'units_gone' end, p_now);
    end if;
  end loop;
end $$;
