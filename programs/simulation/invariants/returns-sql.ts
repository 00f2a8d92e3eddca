// The rules of returns: what was requested, came back, and was settled. Written from the tables alone.

const LINES = `(select l.return_id, l.order_item_id, l.quantity, came.*, l.held, l.wanted, r.state, r.order_id, r.kept_until
  from return_lines l join return_requests r on r.id = l.return_id
  cross join lateral (select count(*) as received, count(*) filter (where u.state = 'replaced') as exchanged,
      count(u.refund_id) as refunded
    from order_units u where u.return_id = l.return_id and u.order_item_id = l.order_item_id) came)`;

/** Rows of broken rules, to be joined to the other statements. */
export const RETURNS = `select 'R1', l.return_id::text || ' received ' || l.received || ' units, and ' || l.quantity || ' were to come'
  from ${LINES} l where l.received > l.quantity
union all
select 'R1', u.order_id::text || ' has a unit of a return that is ' || u.state || ', or of none that it was asked for with' from order_units u
  where u.return_id is not null and (u.state not in ('returned', 'replaced') or not exists (select from return_lines l
    where l.return_id = u.return_id and l.order_item_id = u.order_item_id))
union all
select 'R2', i.id::text || ' was sent ' || coalesce(sent.quantity, 0) || ' times and asked back ' || asked.quantity || ' times'
  from order_items i
  join lateral (select sum(case when l.state in ('requested', 'approved', 'received') then l.quantity
      else l.refunded + l.exchanged end) as quantity from ${LINES} l where l.order_item_id = i.id) asked on true
  left join lateral (select count(shipment_id) as quantity from order_units where order_item_id = i.id) sent on true
  where asked.quantity > coalesce(sent.quantity, 0)
union all
select 'R3', whole.return_id::text || ' is ' || whole.state || ' with ' || whole.received || ' of ' || whole.quantity || ' received and '
    || whole.settled || ' settled'
  from (select l.return_id, l.state, sum(l.quantity) as quantity, sum(l.received) as received, sum(l.refunded + l.exchanged) as settled
    from ${LINES} l group by 1, 2) whole
  where (whole.state in ('refunded', 'exchanged')) <> (whole.settled >= whole.quantity)
      and whole.state not in ('closed', 'requested', 'declined')
    or whole.state in ('requested', 'declined', 'approved') and whole.received > 0
    or whole.state = 'received' and whole.received = 0
union all
select 'R4', l.return_id::text || ' is ' || l.state || ' and keeps ' || l.held || ' units aside'
  from ${LINES} l where l.held > 0 and (l.state not in ('approved', 'received')
    or l.kept_until is null or l.held > l.quantity - l.refunded - l.exchanged)
union all
select 'R6', u.order_id::text || ' swapped a unit that was sent, and no return says so' from order_units u
  where u.state = 'replaced' and u.shipment_id is not null and u.return_id is null
union all
select 'R5', r.id::text || ' was answered ' || r.state || ' and its mail says ' || coalesce(string_agg(m.kind, ', '), 'nothing')
  from return_requests r left join outbox m on m.unique_key in ('return_approved:' || r.id, 'return_declined:' || r.id)
  group by r.id having count(m.id) <> (case when r.decided_at is null then 0 else 1 end)`;
