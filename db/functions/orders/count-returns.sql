-- Brings the approved returns of an order, of which the caller holds the lock, to what has become of their pieces: received
-- in part or whole, and all of them refunded or exchanged. A refund counts from when it is stored, and no more once it has
-- failed. What was declined or closed stays so.
create or replace function count_returns(p_order_id uuid, p_now timestamptz) returns void language plpgsql as $$
begin
  update return_requests r set state = known.state, updated_at = p_now,
      ended_at = case when known.state in ('refunded', 'exchanged') then p_now end
    from (select l.return_id as id, case
          when sum(l.exchanged + refunded_of_return(l.return_id, l.order_item_id)) >= sum(l.pieces)
          then case when sum(l.exchanged) > 0 then 'exchanged' else 'refunded' end
          when sum(l.received) > 0 then 'received' else 'approved' end as state
        from return_lines l join return_requests q on q.id = l.return_id
        where q.order_id = p_order_id and q.state in ('approved', 'received', 'refunded', 'exchanged')
        group by l.return_id) known
    where r.id = known.id and r.state <> known.state;
end $$;
