// An order's own records, and what must follow from it.
import { sql } from "kysely";
import { isPaid } from "../../db/order-rows.ts";
import type { Rule, Scope } from "./rule.ts";

export const recordRules = ({ orders }: Scope): Rule[] => [
  {
    id: "I9",
    problem: "a paid order does not have exactly one confirmation email",
    query: sql`select o.id, count(m.id) as mails from orders o
      left join outbox m on m.order_id = o.id and m.kind = 'order_confirmation' and m.unique_key = 'order_confirmation:' || o.id
      where ${orders(sql`o.id`)} and o.checkout_id is not null and ${isPaid} group by o.id having count(m.id) <> 1`,
  },
  {
    id: "I9",
    problem: "unfinished work is left",
    atRest: true,
    query: sql`select 'checkout' as what, id::text, state as note from checkouts where state in ('open', 'paying') or hold_active
      union all select 'operation', key, last_error from payment_operations where state = 'todo'
      union all select 'event', id, last_error from payment_events where done_at is null
      union all select 'mail', unique_key, last_error from outbox where sent_at is null and dead_at is null
      union all select 'refund', r.id::text, r.status from refunds r where r.provider_refund_id is null and r.status = 'pending'
        and not exists (select 1 from payment_operations p
          where p.params ->> 'refundId' = r.id::text and p.state = 'needs_human')`,
  },
  {
    id: "I10",
    problem: "an order's items do not match its checkout",
    query: sql`select coalesce(s.order_id, b.order_id) as order_id, coalesce(s.variant_id, b.variant_id) as variant_id,
        s.quantity as sold, b.quantity as bought, s.price as sold_at, b.price as bought_at
      from (select i.order_id, i.variant_id, coalesce(i.variation, '') as variation, i.quantity, i.price, i.name, i.discount_cents
        from order_items i join orders o on o.id = i.order_id
        where ${orders(sql`o.id`)} and o.checkout_id is not null and i.replaces is null) s
      full join (select o.id as order_id, l.variant_id, l.variation, l.quantity, l.price, l.name, l.discount_cents
        from checkout_items l join orders o on o.checkout_id = l.checkout_id where ${orders(sql`o.id`)}) b
        on b.order_id = s.order_id and b.variant_id = s.variant_id
      where (s.quantity, s.price, s.name, s.variation, s.discount_cents)
        is distinct from (b.quantity, b.price, b.name, b.variation, b.discount_cents)`,
  },
  {
    id: "I11",
    problem: "an order's history does not lead to its status",
    query: sql`select h.order_id, h.from_status, h.to_status from (
        select e.*, lag(e.to_status) over path as before, lead(e.id) over path as next, o.status
        from order_events e join orders o on o.id = e.order_id where ${orders(sql`o.id`)} window path as (partition by e.order_id order by e.id)) h
      where h.from_status is distinct from h.before
        or (h.from_status is null and h.to_status <> 'pending')
        or (h.from_status is not null and not exists (select 1 from order_transitions t
          where t.from_status = h.from_status and t.to_status = h.to_status))
        or (h.next is null and h.to_status <> h.status)
      union all select o.id, null, o.status from orders o where ${orders(sql`o.id`)} and not exists (select 1 from order_events e where e.order_id = o.id)`,
  },
];
