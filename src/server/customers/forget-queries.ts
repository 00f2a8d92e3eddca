// The SQL of a customer's data, and of why it can't be erased yet.
import { sql } from "kysely";
import type { ForgetPlan } from "#domain/customer/forget.ts";
import { isoTime } from "../db/order-rows.ts";
import type { Db, Tx } from "../db/transaction.ts";

const theirOrder = (email: string) => sql`lower(o.shipping_address ->> 'customer_email') = ${email}`;
/** A checkout of theirs that no order came of. Worded as its index. */
const theirCheckout = (email: string) => sql`
  lower(c.shipping_address ->> 'customer_email') = ${email} and c.state <> 'completed'
  and not exists (select from orders o where o.checkout_id = c.id)`;

/** A checkout whose payment can't be made anymore. */
const isOver = sql`c.state in ('expired', 'superseded') and not c.hold_active
  and (c.payment_intent_id is null or c.intent_status = 'canceled')
  and not exists (select from payment_operations m where m.checkout_id = c.id and m.state in ('todo', 'needs_human'))`;

/** One statement: what there is of this email (in lower case), and what stands against forgetting it. */
export async function findForgetPlan(db: Db, email: string, now: Date): Promise<ForgetPlan> {
  const { rows } = await sql<Omit<ForgetPlan, "email">>`
    select jsonb_build_object(
        'orders', (select count(*) from orders o where ${theirOrder(email)}),
        'messages', (select count(*) from contact_messages m where lower(m.email) = ${email}),
        'reviews', (select count(*) from orders o join order_items i on i.order_id = o.id
          join reviews r on r.order_item_id = i.id where ${theirOrder(email)}),
        'restock', (select count(*) from restock_requests q where q.email = ${email}),
        'checkouts', (select count(*) from checkouts c where ${theirCheckout(email)}),
        'mails', (select count(*) from outbox m where m.order_id in (select o.id from orders o where ${theirOrder(email)}))
          + (select count(*) from outbox m where lower(m.recipient) = ${email} and m.order_id is null)) as traces,
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select 'checkout' as kind, null::jsonb as "order", null as until from (
          select from checkouts c where ${theirCheckout(email)} and not (${isOver}) limit 1) open
        union all
        select b.kind, jsonb_build_object('id', o.id, 'number', o.number), ${isoTime(sql`b.until`)}
          from orders o cross join lateral order_obstacles(o, ${now}) b where ${theirOrder(email)}) f) as obstacles`.execute(
    db,
  );
  return { email, traces: rows[0]?.traces ?? NONE, obstacles: rows[0]?.obstacles ?? [] };
}

const NONE = { orders: 0, messages: 0, reviews: 0, restock: 0, checkouts: 0, mails: 0 };

/**
 * Locks all checkouts of this email, and then its orders, in the same order as settling a payment. Answers the orders, and the
 * checkouts without one. What comes while this waits for a lock is seen by the statement after it.
 */
export async function lockPerson(
  tx: Tx,
  email: string,
): Promise<{ orderIds: string[]; checkoutIds: string[] }> {
  await sql`
    select 1 from checkouts where id in (
        select o.checkout_id from orders o where ${theirOrder(email)}
        union all select u.id from orders o join checkouts u on u.extra_payment_for = o.id where ${theirOrder(email)}
        union all select c.id from checkouts c where ${theirCheckout(email)})
      order by id for no key update`.execute(tx);
  const orders = await sql<{ id: string }>`
    select o.id from orders o where ${theirOrder(email)} order by o.id for update`.execute(tx);
  const checkouts = await sql<{
    id: string;
  }>`select c.id from checkouts c where ${theirCheckout(email)}`.execute(tx);
  return { orderIds: orders.rows.map(({ id }) => id), checkoutIds: checkouts.rows.map(({ id }) => id) };
}

/** The oldest orders that still have a customer and that nothing is open of, locked as lockPerson does. */
export async function lockOldOrders(
  tx: Tx,
  { before, limit, now }: { before: Date; limit: number; now: Date },
): Promise<string[]> {
  const isOld = sql`o.forgotten_at is null and o.created_at < ${before}
    and not exists (select from order_obstacles(o, ${now}))`;
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o where ${isOld} order by o.created_at limit ${limit}`.execute(tx);
  const ids = sql`${rows.map(({ id }) => id)}::uuid[]`;
  await sql`
    select 1 from checkouts where id in (select checkout_id from orders where id = any (${ids})
        union all select id from checkouts where extra_payment_for = any (${ids}))
      order by id for no key update`.execute(tx);
  await sql`select 1 from orders where id = any (${ids}) order by id for update`.execute(tx);
  const locked = await sql<{ id: string }>`
    select o.id from orders o where o.id = any (${ids}) and ${isOld}`.execute(tx);
  return locked.rows.map(({ id }) => id);
}

/** By the keyed hash of an email: when they were forgotten last, in milliseconds. */
export type Forgotten = Map<string, number>;

/** All who were forgotten. `asOf`: an entry that stands for an earlier forgetting. */
export async function listForgotten(db: Db): Promise<Forgotten> {
  const { rows } = await sql<{ person: string; at: Date }>`
    select after ->> 'person' as person, max(greatest(created_at, (after ->> 'asOf')::timestamptz)) as at
    from admin_audit where action = 'customer.forgotten' group by 1`.execute(db);
  return new Map(rows.map(({ person, at }) => [person, at.getTime()]));
}

/** Emails (in lower case) of which anything is known, in their order after `after`; each once. */
export async function listEmails(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const part = (email: ReturnType<typeof sql>, from: ReturnType<typeof sql>) => sql`
    (select ${email} as email from ${from} and ${email} > ${after} group by 1 order by 1 limit ${limit})`;
  const ofAddress = sql`lower(shipping_address ->> 'customer_email')`;
  const { rows } = await sql<{ email: string }>`
    select email from (
      ${part(ofAddress, sql`orders where true`)}
      union ${part(ofAddress, sql`checkouts where state <> 'completed'`)}
      union ${part(sql`lower(email)`, sql`contact_messages where true`)}
      union ${part(sql`email`, sql`restock_requests where true`)}) known
    order by email limit ${limit}`.execute(db);
  return rows.map(({ email }) => email);
}
