-- Writes down which units a stored refund is for, and how many of them go back on the shelf ({order_items.id: how many}):
-- those first that are off it, and of these the ones that had not left. Nothing stays reserved for an exchange of theirs. The
-- caller holds the order's lock.
create or replace function add_refund_units(
  p_refund_id uuid, p_order_id uuid, p_units bigint[], p_restock jsonb, p_now timestamptz
) returns void language plpgsql as $$
begin
  -- Restocking and releasing lock variants: all of them in order, where both may happen.
  perform 1 from inventory where id in (select unnest(array[i.variant_id, l.wanted_id]) from order_items i
      left join return_lines l on l.order_item_id = i.id and l.held > 0 where i.order_id = p_order_id
        and exists (select from return_lines h join order_items hi on hi.id = h.order_item_id
          where hi.order_id = p_order_id and h.held > 0))
    order by id for update;
  insert into refund_units (refund_id, unit_id, restock)
    select p_refund_id, u.id, row_number() over (partition by u.order_item_id
        order by u.stock <> 'taken', u.shipment_id is not null, u.position) <= coalesce((p_restock ->> u.order_item_id::text)::integer, 0)
      from order_units u where u.order_id = p_order_id and u.id = any (p_units)
    on conflict do nothing;
  perform bring_refund_units(p_refund_id, 'admin', p_now);
  perform count_units(p_order_id, p_now);
  perform release_return(r.id) from return_requests r
    where r.order_id = p_order_id and r.id in (select return_id from return_lines where held > 0);
end $$;
