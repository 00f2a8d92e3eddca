import { sql } from "kysely";
import { REHEARSALS_COUNT_MAX, type Rehearsals } from "#domain/rehearsals/rehearsals.ts";
import type { Db, Tx } from "../../db/transaction.ts";

/** Orders that were rehearsals and were not cleared yet, oldest first. */
const rehearsed = sql`select o.* from orders o where o.is_rehearsal and o.cleared_at is null
  order by o.created_at, o.id limit ${sql.lit(REHEARSALS_COUNT_MAX)}`;

/** Their money may still change, so clear_rehearsal skips them. */
const isUnderWay = sql`(o.status in ('pending', 'processing')
  or exists (select from refunds r where r.order_id = o.id and r.status in ('pending', 'requires_action')))`;

const openPayments = sql`(select count(*)::integer from (select 1 from checkouts
  where is_rehearsal and state in ('open', 'paying') limit ${sql.lit(REHEARSALS_COUNT_MAX)}) c)`;

/** One statement. */
export async function countRehearsals(db: Db): Promise<Rehearsals> {
  const { rows } = await sql<Rehearsals>`
    with o as materialized (${rehearsed}), going as materialized (select o.* from o where not ${isUnderWay})
    select (select count(*)::integer from going) as orders,
      (select coalesce(sum(total + extra_paid - amount_refunded), 0)::float8 from going
        where status in ('paid', 'partially_refunded')) as revenue,
      (select coalesce(-sum(m.quantity), 0)::integer from stock_movements m
        where m.order_id in (select id from going) and m.kind in ('sale', 'restock', 'reversal')) as units,
      (select count(*)::integer from outbox where order_id in (select id from going) and sent_at is null
        and dismissed_at is null) as mails,
      (select count(*)::integer from return_requests where order_id in (select id from going)
        and state in ('requested', 'approved', 'received')) as returns,
      (select count(*)::integer from reviews r join order_items i on i.id = r.order_item_id
        where i.order_id in (select id from going)) as reviews,
      ${openPayments} as "openPayments", (select count(*)::integer from o where ${isUnderWay}) as "underWay"`.execute(
    db,
  );
  return rows[0] as Rehearsals;
}

/** One statement: the next ones, oldest first, and the payments that are still open. */
export async function listRehearsals(
  db: Db,
  limit: number,
): Promise<{ ids: string[]; openPayments: number }> {
  const { rows } = await sql<{ ids: string[]; openPayments: number }>`
    select coalesce((select jsonb_agg(o.id order by o.created_at, o.id) from (
        select o.id, o.created_at from orders o where o.is_rehearsal and o.cleared_at is null and not ${isUnderWay}
          order by o.created_at, o.id limit ${limit}) o), '[]') as ids,
      ${openPayments} as "openPayments"`.execute(db);
  return rows[0] ?? { ids: [], openPayments: 0 };
}

/** False: it is not a test order, was cleared before, or its money is in progress. */
export async function clearRehearsal(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select clear_rehearsal(${id}, ${now}) as is`.execute(tx);
  return rows[0]?.is ?? false;
}
