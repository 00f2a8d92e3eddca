// The books of returns: what was asked for, came back, and was settled. Written from the tables alone.

const LINES = `(select l.return_id, l.order_item_id, l.pieces, l.received, l.held, l.exchanged, l.wanted, r.state, r.order_id, r.kept_until,
    coalesce((select sum(b.pieces) from refunds f join refund_lines b on b.refund_id = f.id
      where f.return_id = l.return_id and b.order_item_id = l.order_item_id and f.status not in ('failed', 'canceled')), 0) as refunded
  from return_lines l join return_requests r on r.id = l.return_id)`;

/** Rows of broken rules, to be joined to the other statements. */
export const RETURNS = `select 'R1', l.return_id::text || ' settled ' || (l.refunded + l.exchanged) || ' of ' || l.received || ' pieces that came'
  from ${LINES} l where l.refunded + l.exchanged > l.received
union all
select 'R2', i.id::text || ' was sent ' || coalesce(sent.pieces, 0) || ' times and asked back ' || asked.pieces || ' times'
  from order_items i
  join lateral (select sum(case when l.state in ('requested', 'approved', 'received') then l.pieces
      else l.refunded + l.exchanged end) as pieces from ${LINES} l where l.order_item_id = i.id) asked on true
  left join lateral (select sum(p.pieces) as pieces from parcel_lines p where p.order_item_id = i.id) sent on true
  where asked.pieces > coalesce(sent.pieces, 0)
union all
select 'R3', whole.return_id::text || ' is ' || whole.state || ' with ' || whole.received || ' of ' || whole.pieces || ' received and '
    || whole.settled || ' settled'
  from (select l.return_id, l.state, sum(l.pieces) as pieces, sum(l.received) as received, sum(l.refunded + l.exchanged) as settled
    from ${LINES} l group by 1, 2) whole
  where (whole.state in ('refunded', 'exchanged')) <> (whole.settled >= whole.pieces)
      and whole.state not in ('closed', 'requested', 'declined')
    or whole.state in ('requested', 'declined', 'approved') and whole.received > 0
    or whole.state = 'received' and whole.received = 0
union all
select 'R4', l.return_id::text || ' is ' || l.state || ' and keeps ' || l.held || ' pieces aside'
  from ${LINES} l where l.held > 0 and (l.state not in ('approved', 'received')
    or l.kept_until is null or l.held > l.pieces - l.refunded - l.exchanged)
union all
select 'R6', l.return_id::text || ' exchanged ' || l.exchanged || ' pieces, and ' || coalesce(swapped.pieces, 0) || ' were swapped'
  from (select order_id, order_item_id, min(return_id::text) as return_id, sum(exchanged) as exchanged from ${LINES} l group by 1, 2) l
  left join lateral (select sum(w.pieces - w.unsent) as pieces from swaps w
    where w.from_item_id = l.order_item_id and w.order_id = l.order_id) swapped on true
  where l.exchanged <> coalesce(swapped.pieces, 0)
union all
select 'R6', w.id::text || ' swaps pieces that were sent, and no return says so' from swaps w
  where w.unsent < w.pieces and not exists (select from return_lines l where l.order_item_id = w.from_item_id and l.exchanged > 0)
union all
select 'R5', r.id::text || ' was answered ' || r.state || ' and its mail says ' || coalesce(string_agg(m.kind, ', '), 'nothing')
  from return_requests r left join outbox m on m.unique_key in ('return_approved:' || r.id, 'return_declined:' || r.id)
  group by r.id having count(m.id) <> (case when r.decided_at is null then 0 else 1 end)`;
