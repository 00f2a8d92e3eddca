// Payments, orders, and refunds.
import { sql } from "kysely";
import { isPaid } from "../../db/order-rows.ts";
import { type Rule, type Scope, wasFlagged } from "./rule.ts";

export const moneyRules = ({ orders, checkouts }: Scope): Rule[] => [
  {
    id: "I1",
    problem: "an order is paid, but its payment has not succeeded",
    query: sql`select o.id, o.status, o.payment_intent_id, c.intent_status from orders o
      join checkouts c on c.id = o.checkout_id
      where ${orders(sql`o.id`)} and ${isPaid} and (c.intent_status is distinct from 'succeeded' or c.payment_intent_id is distinct from o.payment_intent_id)`,
  },
  {
    id: "I2",
    problem: "a payment succeeded, but its checkout has no paid order",
    query: sql`select c.id, c.payment_intent_id, c.state from checkouts c where ${checkouts(sql`c.id`)} and c.intent_status = 'succeeded'
      and (c.state <> 'completed' or not exists (select 1 from orders o where o.id = coalesce(c.extra_payment_for, c.order_id) and ${isPaid}))`,
  },
  {
    id: "I3",
    problem: "a checkout or a payment has more than one order",
    query: sql`select o.id, o.checkout_id, o.payment_intent_id from orders o where ${orders(sql`o.id`)}
      and (exists (select from orders t where t.checkout_id = o.checkout_id and t.id <> o.id)
        or exists (select from orders t where t.payment_intent_id = o.payment_intent_id and t.id <> o.id))`,
  },
  {
    id: "I6",
    problem: "more was refunded than was received, or an order's refunded amount is wrong",
    query: sql`select o.id, o.amount_received, o.amount_refunded, r.refunded, d.lost from orders o,
      lateral (select coalesce(sum(amount), 0) as refunded from refunds where order_id = o.id
        and provider_refund_id is not null and status not in ('failed', 'canceled')) r,
      lateral (select coalesce(sum(amount), 0) as lost from disputes where order_id = o.id and status = 'lost') d
      where ${orders(sql`o.id`)} and (r.refunded > o.amount_received or o.amount_refunded <> least(o.amount_received, r.refunded + d.lost))`,
  },
  {
    id: "I7",
    problem: "an order's total does not match its items, discount, shipping, and tax, or the amount received",
    query: sql`select o.id, o.total, o.amount_received, i.items, i.discount from orders o,
      lateral (select coalesce(sum(price * quantity), 0) as items, coalesce(sum(discount_cents), 0) as discount
        from order_items where order_id = o.id and replaces is null) i
      where ${orders(sql`o.id`)} and (o.total <> o.subtotal - o.discount + o.shipping + o.tax or o.subtotal <> i.items
        or o.discount <> i.discount
        or o.extra_paid <> (select coalesce(sum(received), 0) from order_changes where order_id = o.id)
        or (o.checkout_id is not null and o.amount_received <> o.total + o.extra_paid and ${isPaid} and not (${wasFlagged("amount_mismatch")})))`,
  },
  {
    id: "I8",
    problem: "stock was released without canceling the payment, or is not held for an open checkout",
    query: sql`select c.id, c.state, c.hold_active, c.payment_intent_id, c.intent_status from checkouts c
      where ${checkouts(sql`c.id`)} and ((c.state in ('expired', 'superseded')
          and (c.hold_active or (c.payment_intent_id is not null and c.intent_status is distinct from 'canceled')))
        or (c.state in ('open', 'paying') and not c.hold_active and not c.holds_at_pay)
        or (c.state = 'completed' and c.hold_active))`,
  },
];
