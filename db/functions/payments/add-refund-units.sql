-- Writes down which units a stored refund is for, and how many of them go back on the shelf ({order_items.id: how many}):
-- those first that are off it, and of these the ones that had not left. The caller holds the order's lock.
create or replace function add_refund_units(
  p_refund_id uuid, p_order_id uuid, p_units bigint[], p_restock jsonb, p_now timestamptz
) returns void language plpgsql as $$
begin
  insert into refund_units (refund_id, unit_id, restock)
    select p_refund_id, u.id, row_number() over (partition by u.order_item_id
        order by u.stock <> 'taken', u.shipment_id is not null, u.position) <= coalesce((p_restock ->> u.order_item_id::text)::integer, 0)
      from order_units u where u.order_id = p_order_id and u.id = any (p_units)
    on conflict do nothing;
  perform bring_refund_units(p_refund_id, 'admin', p_now);
  perform count_units(p_order_id, p_now);
end $$;
