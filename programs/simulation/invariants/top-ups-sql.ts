// The books of top-ups: whoever pays one gets the swap once, or the money back whole, and never both. Written from the
// tables and the provider's payments alone.

/** A refund that nobody asked for: the money of a top-up that bought nothing. */
const SENT_BACK = `(select count(*) from refunds r where r.payment_intent_id = i.id and r.amount = i.received
  and r.adjustment = r.amount and r.actor is null and r.source = 'admin')`;

/** Rows of broken rules, to be joined to the other statements. */
export const TOP_UPS = `select 'T1', c.id::text || ' topped up ' || c.tops_up || ' by ' || i.received || ' for ' || s.times || ' swaps, and '
    || ${SENT_BACK} || ' times it was sent back'
  from checkouts c join intents i on i.checkout = c.id
  cross join lateral (select count(*) as times from swaps w where w.top_up_id = c.id) s
  where c.tops_up is not null and c.state = 'completed' and i.received > 0 and s.times + ${SENT_BACK} <> 1
union all
select 'T1', s.id::text || ' was swapped for a top-up that was not paid' from swaps s
  where s.top_up_id is not null and not exists (select from checkouts c join intents i on i.checkout = c.id
    where c.id = s.top_up_id and c.tops_up = s.order_id and c.state = 'completed' and i.status = 'succeeded'
      and i.received = s.goods + s.tax - s.goods_back - s.tax_back)
union all
select 'T2', t.checkout_id::text || ' was ended, because it was ' || t.closing_why || ', and swapped all the same' from top_ups t
  where t.closing_at is not null and t.outcome = 'swapped'
union all
select 'T3', o.id::text || ' says that top-ups brought in ' || o.topped_up || ', the provider says ' || m.received
  from orders o join lateral (select coalesce(sum(i.received), 0) as received from checkouts c join intents i on i.checkout = c.id
    where c.tops_up = o.id and c.state = 'completed') m on true
  where o.topped_up <> m.received
union all
select 'T3', t.order_id::text || ' is asked for ' || count(*) || ' top-ups at once' from top_ups t where t.ended_at is null
  group by t.order_id having count(*) > 1
union all
select 'T4', c.id::text || ' holds pieces, and its top-up ended' from checkouts c join top_ups t on t.checkout_id = c.id
  where c.hold_active and t.ended_at is not null`;

/** And those for when everything has come to rest. */
export const TOP_UPS_AT_REST = `select 'T5', t.checkout_id::text || ' is still asked for' from top_ups t where t.ended_at is null
union all
select 'T5', t.checkout_id::text || ' brought in ' || i.received || ' for nothing, and ' || i.refunded || ' went back'
  from top_ups t join intents i on i.checkout = t.checkout_id and i.status = 'succeeded'
  where t.outcome = 'returned' and i.refunded < i.received and not exists (select from refunds r
    where r.payment_intent_id = i.id and r.status in ('failed', 'canceled'))`;
