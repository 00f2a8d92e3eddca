// The books of units: each item that was sold is in one state, they sum up to what was paid, and the money that was kept is
// what the units that the customer keeps are worth. Written from the tables alone.

const STANDS = "r.status not in ('failed', 'canceled')";

/** What swaps owe whose refund did not go through. */
const OWED = `(select coalesce(sum(s.goods_back + s.tax_back - s.goods - s.tax), 0) from order_changes s join refunds r on r.id = s.refund_id
  where s.order_id = o.id and not (${STANDS}))`;

/** What extra payments brought in that bought nothing. */
const UNUSED = `(select coalesce(sum(t.received), 0) from order_changes t where t.order_id = o.id and t.state = 'ended')`;

const WAS_SHORT = "(o.attention || o.attention_resolved) && array['out_of_stock', 'units_gone']";

/** Rows of broken rules, to be joined to the other statements. */
export const UNITS = `select 'P1', i.order_id::text || ' sold ' || i.quantity || ' of an item for ' || i.price * i.quantity - i.discount_cents
    || ' and has ' || u.units || ' units for ' || u.paid
  from order_items i cross join lateral (select count(*) as units, coalesce(sum(paid_cents), 0) as paid, sum(tax_cents) as tax
    from order_units where order_item_id = i.id) u
  where u.units <> i.quantity or u.paid <> i.price * i.quantity - i.discount_cents or u.tax <> i.tax_cents
union all
select 'P1', o.id::text || ' is ' || o.fulfillment || ' with ' || u.to_ship || ' units to ship and ' || u.sent || ' sent'
  from orders o join lateral (select count(*) filter (where state = 'to_ship') as to_ship, count(shipment_id) as sent
    from order_units where order_id = o.id) u on true
  where (o.fulfillment in ('shipped', 'delivered', 'returned') and (u.to_ship > 0 or u.sent = 0))
    or (o.fulfillment = 'unfulfilled' and u.to_ship = 0 and u.sent > 0)
    or (o.fulfillment = 'canceled' and u.sent + u.to_ship > 0)
    or o.has_to_send <> (u.to_ship > 0 and o.cleared_at is null)
union all
select 'P1', u.order_id::text || ' has a unit that is ' || u.state || ', and its refund is ' || coalesce(r.status, 'none')
  from order_units u join orders o on o.id = u.order_id left join refunds r on r.id = u.refund_id
  where not (${STANDS}) or (u.state = 'canceled' and u.refund_id is null and o.fulfillment <> 'canceled')
union all
select 'P1', u.order_id::text || ' has a unit that no refund pays for, though ' || r.id || ' was for it' from refund_units n
  join refunds r on r.id = n.refund_id and ${STANDS} join order_units u on u.id = n.unit_id
  where u.refund_id is null and u.state <> 'replaced'
union all
select 'P2', o.id::text || ' shares out ' || sum(u.tax_cents) || ' of the tax ' || o.tax from orders o
  join order_units u on u.order_id = o.id join order_items i on i.id = u.order_item_id and i.replaces is null
  group by o.id having sum(u.tax_cents) <> o.tax - o.shipping_tax
union all
select 'P2', r.order_id::text || ' gave back ' || r.goods || ' and ' || r.tax || ', its units are worth ' || known.goods || ' and ' || known.tax
  from refunds r cross join lateral (select coalesce(sum(goods), 0) as goods, coalesce(sum(tax), 0) as tax from (
    select u.paid_cents as goods, u.tax_cents as tax from refund_units n join order_units u on u.id = n.unit_id where n.refund_id = r.id
    union all select goods_back - goods, tax_back - tax from order_changes where refund_id = r.id) part) known
  where r.goods <> known.goods or r.tax - r.shipping_tax <> known.tax
union all
select 'P2', o.id::text || ' gave back ' || sum(r.shipping) || ' of the shipping ' || o.shipping from orders o
  join refunds r on r.order_id = o.id and ${STANDS} group by o.id having sum(r.shipping) > o.shipping
    or sum(r.shipping_tax) > o.shipping_tax
    or (sum(r.shipping) = o.shipping and o.shipping > 0 and sum(r.shipping_tax) <> o.shipping_tax)
union all
select 'P3', o.id::text || ' keeps ' || (o.amount_received - back.amount) || ', what the shopper keeps is worth ' || worth.cents
    || ', adjusted by ' || back.adjustment
  from paid o
  join lateral (select coalesce(sum(r.amount), 0) as amount, coalesce(sum(r.adjustment), 0) as adjustment,
      coalesce(sum(r.shipping + r.shipping_tax), 0) as shipping, coalesce(bool_or(r.goods is null), false) as is_unknown
    from refunds r where r.order_id = o.id and ${STANDS}) back on not back.is_unknown
  join lateral (select coalesce(sum(u.paid_cents + u.tax_cents), 0) + o.shipping + o.shipping_tax - back.shipping + ${OWED} + ${UNUSED} as cents
    from order_units u where u.order_id = o.id and u.state <> 'replaced' and u.refund_id is null) worth on true
  where o.amount_received = o.total + o.extra_paid and o.amount_received - back.amount <> worth.cents - back.adjustment
union all
select 'P4', o.id::text || ' is to ship ' || count(*) || ' units that are not off the shelf' from orders o
  join order_units u on u.order_id = o.id and u.state = 'to_ship' and u.stock <> 'taken'
  where o.status in ('paid', 'partially_refunded') and o.cleared_at is null and not (${WAS_SHORT}) group by o.id
union all
select 'P4', o.id::text || ' is canceled and ' || count(*) || ' of its units are off the shelf' from orders o
  join order_units u on u.order_id = o.id and u.stock = 'taken' where o.fulfillment = 'canceled' group by o.id
union all
select 'P4', moved.order_id::text || ' has taken ' || sum(moved.ledger) || ' of ' || moved.variant_id
    || ' off the shelf, and its units say ' || sum(moved.units)
  from (select order_id, variant_id, -sum(quantity) as ledger, 0 as units from stock_movements
      where order_id is not null and kind in ('sale', 'restock', 'reversal') group by 1, 2
    union all
    select u.order_id, i.variant_id, 0, count(*) from order_units u
      join order_items i on i.id = u.order_item_id where u.stock = 'taken' group by 1, 2) moved
  group by moved.order_id, moved.variant_id having sum(moved.ledger) <> sum(moved.units)
union all
select 'P5', r.id::text || ' was for nobody knows what, and nobody was asked' from refunds r join orders o on o.id = r.order_id
  where r.goods is null and ${STANDS} and not 'refund_lines' = any (o.attention || o.attention_resolved)
union all
select 'P6', s.order_id::text || ' swapped ' || u.units || ' units worth ' || u.worth || ' for ' || t.quantity || ' worth '
    || t.price * t.quantity - t.discount_cents + t.tax_cents || ' and refunds ' || coalesce(r.goods + r.tax, 0)
  from order_changes s join order_items t on t.id = s.id left join refunds r on r.id = s.refund_id
  cross join lateral (select count(*) as units, coalesce(sum(n.paid_cents + n.tax_cents), 0) as worth
    from order_units n join order_units f on f.id = n.replaced_by where f.order_item_id = t.id and n.order_item_id = s.item_id) u
  where u.units <> t.quantity or u.worth <> s.goods_back + s.tax_back
    or u.worth <> t.price * t.quantity - t.discount_cents + t.tax_cents + coalesce(r.goods + r.tax, 0)
      - coalesce((select c.total from checkouts c where c.id = s.id), 0)
union all
select 'P6', u.order_id::text || ' swapped a unit that had not left, and it is still off the shelf' from order_units u
  join order_items i on i.id = u.order_item_id
  where u.state = 'replaced' and u.shipment_id is null and u.stock = 'taken' and exists (select from inventory v where v.id = i.variant_id)`;
