// What refunds, swaps, shipments, and extra payments made of an order.
import { sql } from "kysely";
import { type Rule, type Scope, wasFlagged } from "./rule.ts";

export const changeRules = ({ orders }: Scope): Rule[] => [
  {
    id: "I2",
    problem:
      "an extra payment was received, but its units were not swapped exactly once, or it was not refunded",
    query: sql`select n.id, n.order_id, n.state, n.received from order_changes n left join checkouts c on c.id = n.id
      where ${orders(sql`n.order_id`)} and n.expires_at is not null
        and (coalesce(c.state = 'completed', false) <> (n.received is not null)
          or (n.state = 'done') <> exists (select from order_items where id = n.id)
          or n.state = 'done' and n.difference is distinct from n.received
          or n.state = 'ended' and n.received > 0 and not exists (select 1 from refunds r
            where r.id = md5('extra-payment:' || n.id)::uuid and r.order_id = n.order_id and r.amount = n.received))`,
  },
  {
    id: "I6",
    problem: "more of an extra payment was refunded than was received",
    query: sql`select n.id, n.order_id, n.received, r.refunded from order_changes n join checkouts c on c.id = n.id,
      lateral (select coalesce(sum(amount), 0) as refunded from refunds where order_id = n.order_id
        and payment_intent_id = c.payment_intent_id and provider_refund_id is not null and status not in ('failed', 'canceled')) r
      where ${orders(sql`n.order_id`)} and r.refunded > n.received`,
  },
  {
    id: "I5",
    problem: "an order's units do not match the items sold, or what was paid for them",
    query: sql`select o.id, unit.items, unit.tax from orders o,
      lateral (select coalesce(bool_and(i.quantity = u.units and i.price * i.quantity - i.discount_cents = u.paid
            and (i.tax_cents is null or i.tax_cents = u.tax)), true) as items,
          coalesce(sum(u.tax) filter (where i.replaces is null), o.tax - o.shipping_tax) as tax
        from order_items i cross join lateral (select count(*) as units, sum(paid_cents) as paid, sum(tax_cents) as tax
          from order_units where order_item_id = i.id) u where i.order_id = o.id) unit
      where ${orders(sql`o.id`)} and (not unit.items or unit.tax <> o.tax - o.shipping_tax)`,
  },
  {
    id: "I5",
    problem:
      "a unit is refunded or canceled without a valid refund, or an order has the wrong units left to ship",
    query: sql`select u.order_id, u.id, u.state, r.status, o.fulfillment from order_units u join orders o on o.id = u.order_id
        left join refunds r on r.id = u.refund_id
        where ${orders(sql`u.order_id`)} and (r.status in ('failed', 'canceled') or r.order_id <> o.id
          or (u.state = 'canceled' and r.id is null and o.fulfillment <> 'canceled')
          or (r.id is not null and not exists (select from refund_units n where n.refund_id = r.id and n.unit_id = u.id)))
      union all select o.id, null, null, null, o.fulfillment from orders o where ${orders(sql`o.id`)}
        and o.has_to_send <> (o.cleared_at is null
          and exists (select from order_units u where u.order_id = o.id and u.state = 'to_ship'))`,
  },
  {
    id: "I6",
    problem:
      "the parts of a refund do not match its units and swaps, or the owner was not asked what it was for",
    query: sql`select r.id, r.order_id, r.goods, r.tax, l.goods as goods_of_units, l.tax as tax_of_units
      from refunds r join orders o on o.id = r.order_id,
      lateral (select coalesce(sum(goods), 0) as goods, coalesce(sum(tax), 0) as tax
        from (select u.paid_cents as goods, u.tax_cents as tax from refund_units n join order_units u on u.id = n.unit_id
            where n.refund_id = r.id
          union all select goods_back - goods, tax_back - tax from order_changes where refund_id = r.id) part) l
      where ${orders(sql`o.id`)} and (r.goods <> l.goods or r.tax - r.shipping_tax <> l.tax
        or (r.goods is null and r.status not in ('failed', 'canceled') and not (${wasFlagged("refund_lines")})))`,
  },
  {
    id: "I5",
    problem:
      "a swap did not take its new units exactly once, returned the wrong ones, or has no refund of the difference",
    query: sql`select s.id, s.order_id, t.quantity, m.taken, m.back, u.units from order_changes s
      join order_items f on f.id = s.item_id join order_items t on t.id = s.id,
      lateral (select coalesce(sum(-quantity) filter (where kind = 'sale' and variant_id = t.variant_id), 0) as taken,
          coalesce(sum(quantity) filter (where kind = 'restock' and variant_id = f.variant_id), 0) as back,
          count(*) filter (where kind not in ('sale', 'restock')
            or kind = 'restock' and variant_id is distinct from f.variant_id) as others
        from stock_movements where order_id = s.order_id and change_id = s.id) m,
      lateral (select count(*) as units, coalesce(sum(o.paid_cents), 0) as goods, coalesce(sum(o.tax_cents), 0) as tax,
          coalesce(bool_and(o.order_item_id = f.id), false) as are_old
        from order_units n join order_units o on o.replaced_by = n.id where n.order_item_id = t.id) u
      where ${orders(sql`s.order_id`)} and (m.taken <> t.quantity or m.back > t.quantity or m.others > 0
        or u.units <> t.quantity or not u.are_old or u.goods <> s.goods_back or u.tax <> s.tax_back
        or t.replaces <> f.id or t.tax_cents <> s.tax or t.price * t.quantity - t.discount_cents <> s.goods
        or (s.refund_id is not null and not exists (select from refunds r where r.id = s.refund_id and r.order_id = s.order_id)))`,
  },
];
