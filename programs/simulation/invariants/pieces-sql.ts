// The books of pieces: what was sold is to be sent, was sent, or was canceled, and the money that was kept is what the
// pieces that the shopper keeps are worth. Written from the tables alone.

const STANDS = "r.status not in ('failed', 'canceled')";

/** What was given back of each line, by refunds that stand and by swaps. */
const GIVEN_BACK = `(select l.order_item_id as id, l.pieces, l.unsent, l.goods, l.tax
    from refund_lines l join refunds r on r.id = l.refund_id where ${STANDS}
  union all select from_item_id, pieces, unsent, goods_back, tax_back from swaps)`;

const LINES = `(select i.id, i.order_id, i.variant_id, i.quantity, i.price,
    i.price * i.quantity - i.discount_cents as paid, coalesce(i.tax_cents, 0) as own_tax,
    coalesce(sum(l.pieces), 0) as refunded, coalesce(sum(l.unsent), 0) as canceled,
    (select coalesce(sum(p.pieces), 0) from parcel_lines p where p.order_item_id = i.id) as sent,
    coalesce(sum(l.goods), 0) as goods, coalesce(sum(l.tax), 0) as tax
  from order_items i left join ${GIVEN_BACK} l on l.id = i.id group by i.id)`;

/** What swaps owe whose refund did not go through. */
const OWED = `(select coalesce(sum(s.goods_back + s.tax_back - s.goods - s.tax), 0) from swaps s join refunds r on r.id = s.refund_id
  where s.order_id = o.id and not (${STANDS}))`;

/** What top-ups brought in that bought nothing. */
const UNUSED = `(select coalesce(sum(t.received), 0) from top_ups t where t.order_id = o.id and t.outcome = 'returned')`;

/** Of an order o and a variant of it, line: pieces that were sent and lie on the shelf again. */
const CAME_BACK = `(select coalesce(sum(greatest(0, least(b.quantity, back.pieces) - back.unsent)), 0) from stock_movements b
  join lateral (select w.pieces, w.unsent from swaps w where w.id = b.swap_id
    union all select sum(l.pieces), sum(l.unsent) from refund_lines l join order_items i on i.id = l.order_item_id
      where l.refund_id = b.refund_id and i.variant_id = b.variant_id
      having count(*) > 0) back on true
  where b.order_id = o.id and b.variant_id = line.variant_id and b.kind = 'restock')`;

const WAS_SHORT = "(o.attention || o.attention_resolved) && array['out_of_stock', 'pieces_gone']";

/** Rows of broken rules, to be joined to the other statements. */
export const PIECES = `select 'P1', i.order_id::text || ' sold ' || i.quantity || ' of a line and refunded ' || i.refunded
  from ${LINES} i where i.refunded > i.quantity
union all
select 'P1', i.order_id::text || ' sold ' || i.quantity || ' of a line, sent ' || i.sent || ' and canceled ' || i.canceled
  from ${LINES} i where i.sent + i.canceled > i.quantity or i.refunded - i.canceled > i.sent
union all
select 'P1', o.id::text || ' is ' || o.fulfillment || ' with ' || line.to_send || ' pieces to send and ' || line.sent || ' sent'
  from orders o join lateral (select sum(i.quantity - i.canceled - i.sent) as to_send, sum(i.sent) as sent
    from ${LINES} i where i.order_id = o.id) line on true
  where (o.fulfillment in ('shipped', 'delivered', 'returned') and (line.to_send > 0 or line.sent = 0))
    or (o.fulfillment = 'unfulfilled' and line.to_send <= 0 and line.sent > 0)
    or (o.fulfillment = 'canceled' and line.sent > 0)
union all
select 'P1', o.id::text || ' says ' || coalesce((o.pieces -> i.id::text)::text, 'nothing') || ', its refunds say ' || i.refunded
  || ' and ' || i.canceled from orders o join ${LINES} i on i.order_id = o.id
  where coalesce((o.pieces -> i.id::text ->> 'refunded')::integer, 0) <> i.refunded
    or coalesce((o.pieces -> i.id::text ->> 'canceled')::integer, 0) <> i.canceled
    or coalesce((o.pieces -> i.id::text ->> 'sent')::integer, 0) <> i.sent
union all
select 'P2', i.order_id::text || ' gave back ' || i.goods || ' for ' || i.refunded || ' of ' || i.quantity || ' pieces at ' || i.paid
  from ${LINES} i where i.goods <> i.paid * i.refunded / i.quantity
union all
select 'P2', o.id::text || ' gave back ' || sum(i.tax) || ' of the tax ' || o.tax from orders o
  join ${LINES} i on i.order_id = o.id group by o.id
  having sum(i.tax) > o.tax + sum(i.own_tax)
    or (bool_and(i.refunded = i.quantity) and sum(i.tax) <> o.tax + sum(i.own_tax))
union all
select 'P2', o.id::text || ' gave back ' || sum(r.shipping) || ' of the shipping ' || o.shipping from orders o
  join refunds r on r.order_id = o.id and ${STANDS} group by o.id having sum(r.shipping) > o.shipping
union all
select 'P3', o.id::text || ' keeps ' || (o.amount_received - back.amount) || ', what the shopper keeps is worth ' || worth.cents
    || ', adjusted by ' || back.adjustment
  from paid o
  join lateral (select coalesce(sum(r.amount), 0) as amount, coalesce(sum(r.adjustment), 0) as adjustment,
      coalesce(sum(r.shipping), 0) as shipping, coalesce(bool_or(r.goods is null), false) as is_unknown
    from refunds r where r.order_id = o.id and ${STANDS}) back on not back.is_unknown
  join lateral (select sum(i.paid - i.paid * i.refunded / i.quantity) + o.tax + sum(i.own_tax) - sum(i.tax)
      + o.shipping - back.shipping + ${OWED} + ${UNUSED} as cents
    from ${LINES} i where i.order_id = o.id) worth on true
  where o.amount_received = o.total + o.topped_up and o.amount_received - back.amount <> worth.cents - back.adjustment
union all
select 'P4', o.id::text || ' is to send ' || line.to_send || ' of which ' || away.pieces || ' are off the shelf'
  from orders o
  join lateral (select i.variant_id, sum(i.quantity - i.canceled - i.sent) as to_send, sum(i.sent) as sent
    from ${LINES} i where i.order_id = o.id group by 1) line on true
  join lateral (select -sum(m.quantity) - line.sent + ${CAME_BACK} as pieces from stock_movements m where m.order_id = o.id
    and m.variant_id = line.variant_id and m.kind in ('sale', 'restock', 'retake')) away on true
  where o.status in ('paid', 'partially_refunded') and o.fulfillment in ('unfulfilled', 'shipped')
    and line.to_send > greatest(away.pieces, 0) and o.cleared_at is null
    and not (${WAS_SHORT})
union all
select 'P4', o.id::text || ' is canceled and ' || -sum(m.quantity) || ' of its pieces are off the shelf' from orders o
  join stock_movements m on m.order_id = o.id and m.kind in ('sale', 'restock', 'retake')
  where o.fulfillment = 'canceled' group by o.id, m.variant_id having sum(m.quantity) <> 0
union all
select 'P4', o.id::text || ' has taken ' || away.pieces || ' of ' || line.sold || ' sold pieces, and refunds that stand put '
    || coalesce(put.pieces, 0) || ' back' from orders o
  join lateral (select i.variant_id, sum(i.quantity) as sold from ${LINES} i
    where i.order_id = o.id group by 1) line on true
  join lateral (select -sum(m.quantity) as pieces from stock_movements m where m.order_id = o.id
    and m.variant_id = line.variant_id and m.kind in ('sale', 'restock', 'retake')) away on true
  left join lateral (select sum(least(m.quantity, own.pieces)) as pieces
    from stock_movements m join refunds r on r.id = m.refund_id and ${STANDS}
    join lateral (select coalesce(sum(l.pieces), 0) as pieces from refund_lines l join order_items i on i.id = l.order_item_id
      where l.refund_id = r.id and i.variant_id = m.variant_id) own on true
    where m.order_id = o.id and m.variant_id = line.variant_id and m.kind = 'restock') put on true
  where away.pieces + coalesce(put.pieces, 0) > line.sold
union all
select 'P4', order_id::text || ' has retaken ' || -sum(quantity) filter (where kind = 'retake') || ' pieces, more than had gone back'
  from stock_movements where order_id is not null and kind in ('restock', 'retake')
  group by order_id, variant_id having sum(quantity) < 0
union all
select 'P5', r.id::text || ' was for nobody knows what, and nobody was asked' from refunds r join orders o on o.id = r.order_id
  where r.goods is null and ${STANDS} and not 'refund_lines' = any (o.attention || o.attention_resolved)
union all
select 'P6', s.order_id::text || ' swapped ' || s.pieces || ' pieces worth ' || s.goods_back + s.tax_back || ' for '
    || t.quantity || ' worth ' || t.price * t.quantity - t.discount_cents + t.tax_cents || ' and refunds ' || coalesce(r.goods + r.tax, 0)
  from swaps s join order_items t on t.id = s.to_item_id left join refunds r on r.id = s.refund_id
  where t.quantity <> s.pieces
    or s.goods_back + s.tax_back <> t.price * t.quantity - t.discount_cents + t.tax_cents + coalesce(r.goods + r.tax, 0)
      - coalesce((select c.total from checkouts c where c.id = s.top_up_id), 0)
union all
select 'P6', s.order_id::text || ' took ' || coalesce(m.taken, 0) || ' and put back ' || coalesce(m.back, 0) || ' for a swap of ' || s.pieces
  from swaps s join orders o on o.id = s.order_id
  left join lateral (select sum(-quantity) filter (where kind = 'sale') as taken, sum(quantity) filter (where kind = 'restock') as back
    from stock_movements where swap_id = s.id) m on true
  where coalesce(m.taken, 0) <> s.pieces or coalesce(m.back, 0) > s.pieces
    or (coalesce(m.back, 0) < s.pieces and s.unsent = s.pieces and not (${WAS_SHORT}))`;
