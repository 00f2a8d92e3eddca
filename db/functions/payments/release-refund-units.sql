-- A refund has failed, so its units are paid for again, unless another one that stands was for them, too. Those that had
-- not shipped are to be shipped, unless the order is canceled; what had gone back on the shelf of them is taken from what
-- is free. Where too few are left, the order is flagged and the owner decides. Nothing happens while the refund stands. The
-- caller holds the order's lock.
create or replace function release_refund_units(p_refund_id uuid, p_source text, p_now timestamptz) returns void language plpgsql as $$
declare
  o orders;
  v_units bigint[];
  line record;
begin
  select a.* into o from refunds r join orders a on a.id = r.order_id where r.id = p_refund_id and refund_stage(r.status) = 2;
  if not found then return; end if;
  with released as (
    update order_units u set refund_id = still.refund_id,
        state = case when still.refund_id is null and was.state = 'canceled' and o.fulfillment <> 'canceled' then 'to_ship' else was.state end
      from order_units was left join lateral (select n.refund_id from refund_units n join refunds r on r.id = n.refund_id
        where n.unit_id = was.id and refund_stage(r.status) < 2 order by 1 limit 1) still on true
      where was.refund_id = p_refund_id and u.id = was.id returning u.id, u.state, u.stock)
  select array_agg(id) into v_units from released where state = 'to_ship' and stock = 'shelved' and o.cleared_at is null;
  if v_units is null then return; end if;
  perform 1 from inventory where id in (select i.variant_id from order_units u join order_items i on i.id = u.order_item_id
    where u.id = any (v_units)) order by id for update;
  for line in
    select i.product_id, i.variant_id, array_agg(u.id) as units, count(*)::integer as quantity
      from order_units u join order_items i on i.id = u.order_item_id where u.id = any (v_units) group by 1, 2 order by 1, 2
  loop
    update inventory set on_hand = on_hand - line.quantity
      where id = line.variant_id and on_hand - held >= line.quantity;
    if not found then
      perform flag_order(o.id, 'pieces_gone', p_now);
      continue;
    end if;
    insert into stock_movements (product_id, variant_id, kind, quantity, order_id, refund_id, source, created_at)
      values (line.product_id, line.variant_id, 'retake', -line.quantity, o.id, p_refund_id, p_source, p_now);
    update order_units set stock = 'taken' where id = any (line.units);
  end loop;
end $$;
