// The books, checked by SQL that shares nothing with the code it checks. One statement holds the rules for every
// moment, another those for when everything has come to rest. Each row is a broken rule. Rules are joined by lines
// "union all", and what each reads is found in its text: after an act, rule-book.ts asks those of what has changed.
// $1: the provider's list of payments, [{id, checkout, status, amount, received, refunded}]. SQL that also reads
// the provider's payment pages documents its own parameter.

import { EXTRA_PAYMENTS, EXTRA_PAYMENTS_AT_REST } from "./extra-payments-sql.ts";
import { REMINDERS } from "./reminders-sql.ts";
import { RETURNS } from "./returns-sql.ts";
import { UNITS } from "./units-sql.ts";

const INTENTS = `intents as (select * from jsonb_to_recordset($1::jsonb)
  as i(id text, checkout uuid, status text, amount integer, received integer, refunded integer)),
  paid as (select * from orders where status in ('paid', 'partially_refunded', 'refunded', 'disputed')),
  sold as (select order_id, variant_id, sum(quantity)::integer as quantity
    from order_items where replaces is null group by 1, 2)`;

const IS_SHORT = "'out_of_stock' = any (o.attention || o.attention_resolved)";

/** Its hold was released by hand, or it was to be held at Pay and was paid without. */
const MAY_BE_SHORT = `(coalesce(o.checkout_id = any ($5::uuid[]), false)
  or exists (select from checkouts c where c.id = o.checkout_id and c.holds_at_pay))`;

const PAGES = (parameter: string) => `pages as (select * from jsonb_to_recordset(${parameter}::jsonb)
  as g(id text, checkout uuid, status text, intent text))`;

/** $2: ids of the checkouts of the last check; new ones come back as rule 'seen'. $3: ids of the payments whose
 * amount somebody changed at the provider. $4: the provider's payment pages, [{id, checkout, status, intent}].
 * $5: ids of the checkouts whose hold somebody released by hand: only their orders may lack stock.
 * A checkout without an address was forgotten with its customer. */
export const ALWAYS = `with ${INTENTS}, ${PAGES("$4")},
  types as (select $2::uuid[], $3::text[], $5::uuid[])
select 'I1' as rule, o.id::text || ' is ' || o.status || ', its payment is ' || coalesce(i.status, 'unknown') as detail
  from paid o left join intents i on i.id = o.payment_intent_id
  where o.checkout_id is not null and i.status is distinct from 'succeeded'
union all
select 'I1', c.id::text || ' is completed without a paid order' from checkouts c
  where c.state = 'completed' and not exists (select 1 from paid o where o.checkout_id = c.id or o.id = c.extra_payment_for)
union all
select 'I1', c.id::text || ' is said to be ' || c.intent_status || ', the payment is ' || i.status
  from checkouts c join intents i on i.id = c.payment_intent_id
  where (c.intent_status in ('succeeded', 'canceled') or c.state = 'completed') and i.status <> c.intent_status
union all
select 'I2', i.id || ' has ' || count(*) || ' orders' from intents i join orders o on o.payment_intent_id = i.id
  group by i.id having count(*) > 1
union all
select 'I3', checkout_id::text || ' has ' || count(*) || ' orders' from orders where checkout_id is not null
  group by checkout_id having count(*) > 1
union all
select 'I3', checkout::text || ' has ' || count(*) || ' live payments' from intents
  where status <> 'canceled' and checkout is not null group by checkout having count(*) > 1
union all
select 'I4', 'on hand of ' || v.product_id || v.variation || ' is ' || v.on_hand || ', its movements say '
    || coalesce(sum(m.quantity), 0)
  from inventory v left join stock_movements m on m.variant_id = v.id
  group by v.id, v.on_hand having v.on_hand <> coalesce(sum(m.quantity), 0)
union all
select 'I4', 'held of ' || v.product_id || v.variation || ' is ' || v.held || ', the holds say '
    || coalesce(sum(l.quantity), 0)
  from inventory v left join (select l.variant_id, l.quantity from checkout_items l join checkouts c on c.id = l.checkout_id and c.hold_active
      union all select wanted_id, held from return_lines where held > 0) l
    on l.variant_id = v.id
  group by v.id, v.held having v.held <> coalesce(sum(l.quantity), 0)
union all
select 'I4', v.product_id || v.variation || ': ' || v.held || ' held of ' || v.on_hand from inventory v
  where v.held > v.on_hand or v.held < 0
union all
select 'I4', 'stock of ' || p.id || ' is ' || p.stock || ', the shelf says ' || sum(v.on_hand - v.held)
  from products p join inventory v on v.product_id = p.id group by p.id having p.stock <> sum(v.on_hand - v.held)
union all
select 'I5', 'order ' || o.id || ' is paid and has not taken ' || s.quantity || ' of ' || coalesce(s.variant_id::text, 'no variant')
  from paid o join sold s on s.order_id = o.id
  where not (${MAY_BE_SHORT} and ${IS_SHORT}) and not exists (
    select 1 from stock_movements m where m.order_id = o.id and m.kind = 'sale' and m.change_id is null and m.variant_id = s.variant_id
      and m.quantity = -s.quantity)
union all
select 'I5', 'order ' || o.id || ' is flagged as short of stock, and nobody has released its hold' from orders o
  where ${IS_SHORT} and not ${MAY_BE_SHORT}
union all
select 'I5', m.order_id::text || ' took ' || m.variant_id || ' ' || count(*) || ' times, ' || sum(m.quantity)
  from stock_movements m join sold s on s.order_id = m.order_id and s.variant_id = m.variant_id
  where m.kind = 'sale' and m.change_id is null group by m.order_id, m.variant_id, s.quantity
  having count(*) > 1 or sum(m.quantity) <> -s.quantity
union all
select 'I5', m.order_id::text || ' took stock and is ' || o.status from stock_movements m join orders o on o.id = m.order_id
  where m.kind = 'sale' and o.status in ('pending', 'processing', 'failed', 'canceled')
union all
select 'I5', m.order_id::text || ' was put back with ' || sum(m.quantity) || ' too many' from stock_movements m
  where m.kind in ('sale', 'restock', 'reversal') group by m.order_id, m.variant_id having sum(m.quantity) > 0
union all
select 'I6', o.id::text || ' got ' || o.amount_received || ' and gave back ' || sum(r.amount) from orders o
  join refunds r on r.order_id = o.id and r.status not in ('failed', 'canceled') and r.provider_refund_id is not null
  group by o.id
  having sum(r.amount) > o.amount_received
union all
${UNITS}
union all
${RETURNS}
union all
${REMINDERS}
union all
${EXTRA_PAYMENTS}
union all
select 'I6', i.id || ' got ' || i.received || ' and gave back ' || i.refunded from intents i where i.refunded > i.received
union all
select 'I7', o.id::text || ' is ' || o.total || ', its parts are ' || (l.sum + o.shipping + o.tax)
  from orders o join (select order_id, sum(price * quantity - discount_cents) as sum from order_items where replaces is null group by 1) l on l.order_id = o.id
  where o.total <> l.sum + o.shipping + o.tax or o.total <> o.subtotal - o.discount + o.shipping + o.tax
union all
select 'I7', o.id::text || ' is ' || o.total || ', its payment ' || i.amount from orders o
  join intents i on i.id = o.payment_intent_id
  where i.amount <> o.total and o.status <> 'pending' and o.status in (select status from paid)
    and not 'amount_mismatch' = any (o.attention) and not 'amount_mismatch' = any (o.attention_resolved)
union all
select 'I7', c.id::text || ' sells ' || l.product_id || ' for ' || l.price || ' while it costs ' || coalesce(v.price, p.price)
  from checkouts c join checkout_items l on l.checkout_id = c.id join products p on p.id = l.product_id
  join inventory v on v.id = l.variant_id
  where not c.id = any ($2::uuid[]) and l.price <> least(coalesce(v.price, p.price),
    case when p.sale_is_on then coalesce(v.sale_price, p.sale_price) end)
    -- Another size costs what was paid, and what the two sizes differ by.
    and not exists (select from order_items i where i.order_id = c.extra_payment_for and i.product_id = l.product_id)
union all
select 'I7', c.id::text || ' goes to ' || (c.shipping_address ->> 'state') || ' with a tax of ' || c.tax || ' at ' || c.tax_rate
  from checkouts c join store_settings s on s.id = 1
  join lateral (select case when (s.tax ->> 'taxByState')::boolean
    then coalesce((s.tax -> 'stateRates' ->> (c.shipping_address ->> 'state'))::numeric, 0) else 0 end as rate,
    case when s.tax -> 'taxedShipping' ? (c.shipping_address ->> 'state') then c.shipping else 0 end as shipping) due on true
  where c.tax_rate is not null and (c.tax_rate <> due.rate or c.shipping_tax <> round(due.shipping * due.rate / 100)
      or c.tax <> round((c.subtotal - c.discount) * due.rate / 100) + c.shipping_tax)
    and c.shipping_address <> '{}'
union all
select 'I10', o.id::text || ' has the tax of ' || coalesce(o.tax_state, 'nowhere') || ' at ' || coalesce(o.tax_rate::text, 'no rate')
  from orders o join checkouts c on c.id = o.checkout_id
  where (o.tax_rate, o.tax, o.shipping_tax, o.tax_state) is distinct from (c.tax_rate, c.tax, c.shipping_tax, coalesce(c.shipping_address ->> 'state', c.tax_state))
    and c.tax_rate is not null
union all
select 'I7', c.id::text || ' is ' || c.total || ', its payment ' || i.amount from checkouts c
  join intents i on i.checkout = c.id where i.amount <> c.total and not i.id = any ($3::text[])
union all
select 'I8', c.id::text || ' (' || c.state || ') has let go of its stock, its payment ' || i.id || ' is ' || i.status
  from checkouts c join intents i on i.checkout = c.id
  where not c.hold_active and i.status <> 'canceled' and not exists (select 1 from paid o where o.checkout_id = c.id or o.id = c.extra_payment_for)
    and not c.id = any ($5::uuid[]) and not (c.holds_at_pay and c.state in ('open', 'paying'))
union all
select 'I8', c.id::text || ' (' || c.state || ') has let go of its stock, its payment page ' || g.id || ' is open'
  from checkouts c join pages g on g.checkout = c.id
  where g.status = 'open' and not c.hold_active and not c.id = any ($5::uuid[])
    and not (c.holds_at_pay and c.state in ('open', 'paying'))
union all
select 'I3', g.checkout::text || ' can be paid on page ' || g.id || ' and with ' || i.id || ', which is ' || i.status
  from pages g join intents i on i.checkout = g.checkout
  where g.status = 'open' and i.status <> 'canceled' and i.id is distinct from g.intent
union all
select 'I3', checkout::text || ' has ' || count(*) || ' open pages' from pages where status = 'open'
  group by checkout having count(*) > 1
union all
select 'I9', order_id::text || ' has ' || count(*) || ' mails of kind ' || kind from outbox
  where order_id is not null and kind not in ('order_link', 'order_refunded', 'order_shipped', 'order_changed', 'extra_payment_asked',
    'return_asked', 'return_approved', 'return_declined', 'return_hold_expired') group by order_id, kind having count(*) > 1
union all
select 'I9', o.id::text || ' has ' || mails.count || ' mails of ' || known.count || ' corrections' from orders o
  cross join lateral (select count(*) from outbox where order_id = o.id and kind = 'order_changed') mails
  cross join lateral (select count(*) from order_changes where order_id = o.id and (state = 'done'
      or end_reason in ('withdrawn', 'changed') and state = 'ended' and received is null)) known
  where mails.count <> known.count
union all
select 'I10', o.id::text || ' is not what was ordered' from orders o where o.checkout_id is not null and (
  (select array_agg((variant_id, coalesce(variation, ''), quantity, price, name, discount_cents) order by variant_id)
    from order_items where order_id = o.id and replaces is null)
  is distinct from
  (select array_agg((variant_id, variation, quantity, price, name, discount_cents) order by variant_id)
    from checkout_items where checkout_id = o.checkout_id))
union all
select 'I11', e.order_id::text || ' went from ' || coalesce(e.from_status, 'nothing') || ' to ' || e.to_status from (
  select *, lag(to_status) over (partition by order_id order by id) as before from order_events) e
  where e.from_status is distinct from e.before or (e.from_status is not null and not exists (
    select 1 from order_transitions t where t.from_status = e.from_status and t.to_status = e.to_status))
union all
select 'I11', o.id::text || ' is ' || o.status || ', its history ends with ' || coalesce(e.to_status, 'nothing') from orders o
  left join lateral (select to_status from order_events where order_id = o.id order by id desc limit 1) e on true
  where e.to_status is distinct from o.status
union all
select 'I12', c.visitor || ' holds ' || sum(l.quantity) || ' unpaid units'
  from checkouts c join checkout_items l on l.checkout_id = c.id where c.hold_active
    and not c.holds_at_pay and c.visitor is not null and c.extra_payment_for is null
  group by c.visitor having sum(l.quantity) > (select coalesce((holds ->> 'unitsPerVisitor')::integer, 24) from store_settings)
union all
select 'I12', c.id::text || ' was opened with ' || l.quantity || ' of ' || v.on_hand || ' of ' || l.product_id || l.variation
  from checkouts c join checkout_items l on l.checkout_id = c.id
  join inventory v on v.id = l.variant_id
  where not c.id = any ($2::uuid[]) and c.hold_active and not c.holds_at_pay and c.visitor is not null
    and not c.visitor_has_paid and c.extra_payment_for is null and l.quantity * 2 > v.on_hand + (
      -- Sold since it was opened.
      select count(*) from order_units u join order_items i on i.id = u.order_item_id join orders o on o.id = i.order_id
        where i.variant_id = v.id and u.stock = 'taken' and o.created_at >= c.created_at)
union all
select 'I12', c.id::text || ' is ' || c.state || ' and knows its visitor' from checkouts c
  where c.state in ('completed', 'expired', 'superseded') and c.visitor is not null
union all
select 'I13', a.order_id::text || ' is said to be ' || a.state || ', and was asked ' || count(m.id) || ' times'
  from review_asks a left join outbox m on m.order_id = a.order_id and m.kind = 'review_request'
  group by a.order_id, a.state having count(m.id) <> (a.state = 'asked')::integer
union all
select 'I13', m.order_id::text || ' was asked for reviews and its shipment never left' from outbox m
  where m.kind = 'review_request' and not exists (
    select 1 from fulfillment_events e where e.order_id = m.order_id and e.to_status = 'shipped')
union all
select 'I13', 'review ' || r.id || ' is of something that nobody bought' from reviews r where not exists (
  select 1 from order_items i join paid o on o.id = i.order_id
    where i.id = r.order_item_id and i.product_id = r.product_id and coalesce(i.variation, '') = r.size)
union all
select 'I14', 'discount ' || coalesce(d.code, d.name) || ' says ' || d.taken || ' taken of ' || d.uses || ' uses, its orders are '
    || o.orders || ', its holds ' || h.holds
  from discounts d, lateral (select count(*) as orders from paid where discount_id = d.id and checkout_id is not null) o,
    lateral (select count(*) as holds from checkouts where discount_id = d.id
      and (hold_active or holds_at_pay and state in ('open', 'paying') and not checkouts.id = any ($5::uuid[]))) h
  where d.taken <> o.orders or d.uses <> o.orders + h.holds
union all
select 'I14', 'discount ' || coalesce(d.code, d.name) || ' has ' || u.uses || ' uses, its rows say more than ' || d.uses_max
  from discounts d, lateral (select count(*) filter (where not is_late) as uses from discount_uses where discount_id = d.id) u
  where u.uses > d.uses_max or d.uses <> (select count(*) from discount_uses where discount_id = d.id)
union all
select 'I14', c.id::text || ' has ' || c.discount || ' off ' || c.subtotal || ', which is not ' || d.value || ' percent'
  from checkouts c join discounts d on d.id = c.discount_id
  where d.kind = 'percent' and d.product_ids is null and d.categories is null
    and c.discount <> floor(c.subtotal * d.value / 100.0 + 0.5)
union all
select 'I14', 'somebody used ' || coalesce(d.code, d.name) || ' ' || count(*) || ' times'
  from discount_uses u join discounts d on d.id = u.discount_id where not u.is_late
  group by d.id, u.email having count(*) > d.uses_per_email_max
union all
select 'I14', 'a use of ' || u.discount_id || ' was paid late, and nobody has released the hold of ' || u.checkout_id
  from discount_uses u where u.is_late and not u.checkout_id = any ($5::uuid[])
union all
select 'seen', id::text from checkouts where not id = any ($2::uuid[])`;

/** What every net must achieve alone: every payment has its order, and their states agree. */
export const MONEY_AT_REST = `with ${INTENTS}
select 'I2' as rule, i.id || ' has succeeded and has no paid order' as detail from intents i
  where i.status = 'succeeded' and not exists (select 1 from paid o where o.payment_intent_id = i.id)
    and not exists (select 1 from checkouts c join paid o on o.id = c.extra_payment_for where c.payment_intent_id = i.id and c.state = 'completed')
union all
select 'I2', o.id::text || ' is ' || o.status || ', its payment is ' || i.status from orders o
  join intents i on i.id = o.payment_intent_id
  where (o.status = 'processing' and i.status <> 'processing')
    or (o.status in ('pending', 'failed') and i.status in ('processing', 'succeeded'))`;

/** What all nets must achieve together: nothing is left to do. */
export const ALL_AT_REST = `with ${INTENTS}, ${PAGES("$2")}
select 'I9' as rule, c.id::text || ' is still ' || c.state || case when c.hold_active then ' and holds stock' else '' end as detail
  from checkouts c where c.state in ('open', 'paying') or c.hold_active
union all
select 'I9', i.id || ' is still ' || i.status from intents i where i.status not in ('succeeded', 'canceled')
union all
select 'I9', 'page ' || id || ' is still open' from pages where status = 'open'
union all
select 'I9', 'operation ' || key || ' is ' || state || ' ' || coalesce(last_error, '') from payment_operations
  where state in ('todo', 'needs_human')
union all
select 'I9', 'event ' || id || ' ' || type || ' is not done: ' || coalesce(last_error, '') from payment_events where done_at is null
union all
${EXTRA_PAYMENTS_AT_REST}
union all
select 'I9', 'mail ' || unique_key || ' was not sent: ' || coalesce(last_error, '') from outbox
  where sent_at is null and (dead_at is null or kind in ('order_confirmation', 'owner_new_order'))
    and not exists (select from orders o where o.id = order_id and dead_at is not null
      and (o.cleared_at is not null or dead_at = o.forgotten_at))
union all
select 'I9', 'sync ' || key || ' is ' || case when dead_at is null then 'not done: ' else 'dead: ' end
    || coalesce(last_error, '') from jobs where kind = 'sync_orders' and done_at is null
union all
select 'I9', 'refund ' || id || ' is still ' || status from refunds where status in ('pending', 'requires_action')
union all
select 'I9', o.id::text || ' is paid and has no confirmation mail' from paid o
  where o.cleared_at is null and not exists (
  select 1 from outbox m where m.order_id = o.id and m.kind = 'order_confirmation'
    and (m.sent_at is not null or m.dead_at = o.forgotten_at))
union all
select 'I6', o.id::text || ' says ' || o.amount_refunded || ' went back, the provider says ' || i.refunded
  from orders o join lateral (select sum(i.refunded) as refunded from intents i where i.id = o.payment_intent_id
    or i.checkout in (select c.id from checkouts c where c.extra_payment_for = o.id and c.state = 'completed')) i on i.refunded is not null
  where o.amount_refunded <> i.refunded and not exists (select 1 from disputes d where d.order_id = o.id)`;

/** How much the tasks of the shop have still to do. */
export const LEFT_TO_DO = `select
  (select count(*) from checkouts where state in ('open', 'paying'))
  + (select count(*) from payment_operations where state = 'todo')
  + (select count(*) from payment_events where done_at is null)
  + (select count(*) from refunds where status in ('pending', 'requires_action'))
  + (select count(*) from jobs where kind = 'sync_orders' and done_at is null and dead_at is null)
  + (select count(*) from outbox where sent_at is null and dead_at is null) as left`;
