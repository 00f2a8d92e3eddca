-- Releases units reserved for a return beyond those it still waits for; units refunded another way are not waited for.
-- Releases all of them once the return has ended, or when nothing is to be reserved for it anymore.
create or replace function release_return(p_return_id uuid) returns void language plpgsql as $$
begin
  perform 1 from inventory where id in (select wanted_id from return_lines where return_id = p_return_id and held > 0)
    order by id for update;
  with spare as (
    select l.order_item_id, l.wanted_id,
        l.held - case when r.state in ('approved', 'received') and r.kept_until is not null then least(l.held,
          l.quantity - (select count(*) from order_units u where u.return_id = l.return_id
              and u.order_item_id = l.order_item_id and (u.state = 'replaced' or u.refund_id is not null)),
          (select count(*) from order_units u where u.order_item_id = l.order_item_id and u.state in ('shipped', 'returned')
              and u.refund_id is null)) else 0 end as quantity
      from return_lines l join return_requests r on r.id = l.return_id
      where l.return_id = p_return_id and l.held > 0),
  freed as (
    update inventory v set held = v.held - s.quantity
      from (select wanted_id, sum(quantity)::integer as quantity from spare group by 1) s
      where v.id = s.wanted_id and s.quantity > 0)
  update return_lines l set held = l.held - s.quantity from spare s
    where l.return_id = p_return_id and l.order_item_id = s.order_item_id and s.quantity > 0;
end $$;
