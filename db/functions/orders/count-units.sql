-- Brings an order, of which the caller holds the lock, to the states of its units: whether it has something to ship,
-- whether it is shipped, which extra payments were overtaken, and how far its approved returns are: received in part or
-- whole, and all of them refunded or exchanged. A refund counts from when it is stored, and no more once it has failed.
create or replace function count_units(p_order_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  is_open boolean := exists (select from order_units where order_id = p_order_id and state = 'to_ship');
begin
  update order_changes n set state = 'ending', end_reason = 'changed'
    where n.order_id = p_order_id and n.state = 'waiting'
      and exists (select from order_units u where u.id = any (n.units) and u.state <> 'to_ship');
  update orders set has_to_send = is_open and cleared_at is null, updated_at = p_now
    where id = p_order_id and has_to_send <> (is_open and cleared_at is null);
  update orders set fulfillment = 'shipped', updated_at = p_now where id = p_order_id and fulfillment = 'unfulfilled'
    and not is_open and exists (select from shipments where order_id = p_order_id);
  update orders set fulfillment = 'unfulfilled', updated_at = p_now where id = p_order_id
    and fulfillment in ('shipped', 'delivered', 'returned') and is_open;
  update return_requests r set state = known.state, updated_at = p_now,
      ended_at = case when known.state in ('refunded', 'exchanged') then p_now end
    from (select q.id, case
          when came.settled >= (select sum(l.quantity) from return_lines l where l.return_id = q.id)
          then case when came.exchanged > 0 then 'exchanged' else 'refunded' end
          when came.units > 0 then 'received' else 'approved' end as state
        from return_requests q cross join lateral (
          select count(*) as units, count(*) filter (where state = 'replaced') as exchanged,
              count(*) filter (where state = 'replaced' or refund_id is not null) as settled
            from order_units where return_id = q.id) came
        where q.order_id = p_order_id and q.state in ('approved', 'received', 'refunded', 'exchanged')) known
    where r.id = known.id and r.state <> known.state;
end $$;
