// The rules of reminders: one email, only about an abandoned checkout, only to shoppers who opted in. Written from the
// tables and the provider's list of payments (intents) alone.

/** Each queued reminder, with its checkout. Erased shoppers are unknown. */
const REMINDED = `(select m.unique_key, m.recipient, m.created_at, c.id, c.state, c.hold_active
  from outbox m join checkouts c on c.id::text = m.payload ->> 'checkoutId' where m.kind = 'checkout_reminder')`;

/** Rows of broken rules, to be joined to the other statements. */
export const REMINDERS = `select 'L1', m.unique_key || ' reminds of a checkout that is ' || m.state from ${REMINDED} m
  where m.state <> 'expired' or m.hold_active
union all
select 'L1', m.unique_key || ' reminds of a checkout whose payment ' || i.id || ' is ' || i.status
  from ${REMINDED} m join intents i on i.checkout = m.id where i.status <> 'canceled'
union all
select 'L2', m.unique_key || ' reminds somebody who did not ask' from ${REMINDED} m
  where not exists (select from checkout_reminders r where r.checkout_id = m.id and r.state = 'sent')
union all
select 'L3', m.unique_key || ' reminds somebody who wants none any more' from ${REMINDED} m join email_opt_outs x
  on x.kind = 'checkout_reminder' and x.email_hash = encode(sha256(convert_to(lower(m.recipient), 'UTF8')), 'hex') where x.created_at < m.created_at
union all
select 'L4', m.unique_key || ' reminds somebody who has bought ' || o.id from ${REMINDED} m
  join checkout_reminders r on r.checkout_id = m.id
  join orders o on lower(o.shipping_address ->> 'customer_email') = lower(m.recipient)
  where o.created_at >= r.asked_at and o.created_at < m.created_at
union all
select 'L5', m.id::text || ' has ' || count(*) || ' reminders' from ${REMINDED} m group by m.id having count(*) > 1`;
