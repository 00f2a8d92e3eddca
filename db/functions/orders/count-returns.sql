-- Brings the approved returns of an order, of which the caller holds the lock, to what has become of their units: received
-- in part or whole, and all of them refunded or exchanged. A refund counts from when it is stored, and no more once it has
-- failed. What was declined or closed stays so.
create or replace function count_returns(p_order_id uuid, p_now timestamptz) returns void language plpgsql as $$
begin
  update return_requests r set state = known.state, updated_at = p_now,
      ended_at = case when known.state in ('refunded', 'exchanged') then p_now end
    from (select q.id, case
          when came.settled >= (select sum(l.pieces) from return_lines l where l.return_id = q.id)
          then case when came.exchanged > 0 then 'exchanged' else 'refunded' end
          when came.units > 0 then 'received' else 'approved' end as state
        from return_requests q cross join lateral (
          select count(*) as units, count(*) filter (where state = 'replaced') as exchanged,
              count(*) filter (where state = 'replaced' or refund_id is not null) as settled
            from order_units where return_id = q.id) came
        where q.order_id = p_order_id and q.state in ('approved', 'received', 'refunded', 'exchanged')) known
    where r.id = known.id and r.state <> known.state;
end $$;
