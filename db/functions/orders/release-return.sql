-- Releases units reserved for a return beyond those it still waits for. Units that were refunded are not waited for, nor are
-- those that the caller exchanges next ({order_items.id: how many}), which it takes off the shelf in the same transaction. Releases all of them once the return has ended, or when nothing is to be
-- reserved for it anymore. All variants that the return is about are locked in order, since swaps and restocks lock them too.
create or replace function release_return(p_return_id uuid, p_exchanged jsonb default '{}') returns void language plpgsql as $$
begin
  perform 1 from inventory where id in (select unnest(array[i.variant_id, l.wanted_id]) from return_lines l
    join order_items i on i.id = l.order_item_id where l.return_id = p_return_id) order by id for update;
  with spare as (
    select l.order_item_id, l.wanted_id,
        l.held - case when r.state in ('approved', 'received') and r.held_until is not null then greatest(0, least(l.held,
          l.quantity - exchanged.quantity - (select count(*) from order_units u where u.return_id = l.return_id
              and u.order_item_id = l.order_item_id and (u.state = 'replaced' or u.refund_id is not null)),
          (select count(*) from order_units u where u.order_item_id = l.order_item_id and u.state in ('shipped', 'returned')
              and u.refund_id is null) - exchanged.quantity)) else 0 end as quantity
      from return_lines l join return_requests r on r.id = l.return_id
        cross join lateral (select coalesce((p_exchanged ->> l.order_item_id::text)::integer, 0) as quantity) exchanged
      where l.return_id = p_return_id and l.held > 0),
  freed as (
    update inventory v set held = v.held - s.quantity
      from (select wanted_id, sum(quantity)::integer as quantity from spare group by 1) s
      where v.id = s.wanted_id and s.quantity > 0)
  update return_lines l set held = l.held - s.quantity from spare s
    where l.return_id = p_return_id and l.order_item_id = s.order_item_id and s.quantity > 0;
end $$;
