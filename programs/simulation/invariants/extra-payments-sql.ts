// The rules of extra payments: a customer who pays one gets either the swap, once, or a full refund, and never both.
// Written from the tables and the provider's payments alone.

/** A refund that nobody requested: the money of an extra payment that bought nothing. */
const SENT_BACK = `(select count(*) from refunds r where r.payment_intent_id = i.id and r.amount = i.received
  and r.adjustment = r.amount and r.actor is null and r.source = 'admin')`;

/** Rows of broken rules, to be joined to the other statements. */
export const EXTRA_PAYMENTS = `select 'T1', c.id::text || ' paid ' || c.extra_payment_for || ' an extra ' || i.received || ' for ' || s.times || ' swaps, and '
    || ${SENT_BACK} || ' times it was sent back'
  from checkouts c join intents i on i.checkout = c.id
  cross join lateral (select count(*) as times from order_changes n join order_items i on i.id = n.id
    where n.id = c.id and n.state = 'done') s
  where c.extra_payment_for is not null and c.state = 'completed' and i.received > 0 and s.times + ${SENT_BACK} <> 1
union all
select 'T1', s.id::text || ' was swapped for an extra payment that was not paid' from order_changes s
  where s.expires_at is not null and s.state = 'done' and not exists (select from checkouts c join intents i on i.checkout = c.id
    where c.id = s.id and c.extra_payment_for = s.order_id and c.state = 'completed' and i.status = 'succeeded'
      and i.received = s.goods + s.tax - s.goods_back - s.tax_back)
union all
select 'T2', t.id::text || ' was ended, because it was ' || t.end_reason || ', and swapped all the same' from order_changes t
  join order_items i on i.id = t.id where t.end_reason is not null
union all
select 'T3', o.id::text || ' says that extra payments brought in ' || o.extra_paid || ', the provider says ' || m.received
  from orders o join lateral (select coalesce(sum(i.received), 0) as received from checkouts c join intents i on i.checkout = c.id
    where c.extra_payment_for = o.id and c.state = 'completed') m on true
  where o.extra_paid <> m.received
union all
select 'T3', t.order_id::text || ' is asked for ' || count(*) || ' extra payments at once' from order_changes t where t.ended_at is null
  group by t.order_id having count(*) > 1
union all
select 'T4', c.id::text || ' holds units, and its extra payment ended' from checkouts c join order_changes t on t.id = c.id
  where c.hold_active and t.ended_at is not null`;

/** And those for when everything has come to rest. */
export const EXTRA_PAYMENTS_AT_REST = `select 'T5', t.id::text || ' is still asked for' from order_changes t where t.ended_at is null
union all
select 'T5', t.id::text || ' brought in ' || i.received || ' for nothing, and ' || i.refunded || ' went back'
  from order_changes t join intents i on i.checkout = t.id and i.status = 'succeeded'
  where t.state = 'ended' and i.refunded < i.received and not exists (select from refunds r
    where r.payment_intent_id = i.id and r.status in ('failed', 'canceled'))`;
