// The SQL of alerts: work that the shop could not finish automatically and leaves to the owner.
import { sql } from "kysely";
import type { Db, Tx } from "../../db/transaction.ts";

export type StuckOperation = {
  key: string;
  /** create, cancel, refund, session or expire. */
  kind: string;
  orderId: string | null;
  /** Its own order, or its refund's. */
  checkoutId: string | null;
  /** Null when the operation has no checkout. */
  checkoutState: string | null;
  /** The payment that a refund belongs to. */
  intentId: string | null;
  error: string;
  since: Date;
};

type StuckEvent = {
  id: string;
  type: string;
  attempts: number;
  error: string;
  since: Date;
};

/** One row for each alert, for counting. */
export function stuckWork(eventsReceivedBefore: Date) {
  return sql`
    select 1 from payment_operations where state = 'needs_human'
    union all select 1 from payment_events where done_at is null and received_at < ${eventsReceivedBefore}
    union all select 1 from payment_alerts where resolved_at is null`;
}

const operations = sql<StuckOperation>`
  select p.key, p.kind, p.order_id as "orderId",
    coalesce(p.checkout_id, (select o.checkout_id from orders o where o.id = p.order_id)) as "checkoutId", c.state as "checkoutState",
    p.params ->> 'intentId' as "intentId", coalesce(p.last_error, '') as error, p.created_at as since
  from payment_operations p left join checkouts c on c.id = p.checkout_id
  where p.state = 'needs_human'`;

/** Calls to the provider that were given up, oldest first. */
export async function listStuckOperations(db: Db, limit: number): Promise<StuckOperation[]> {
  const { rows } =
    await sql<StuckOperation>`${operations} order by p.created_at, p.id limit ${limit}`.execute(db);
  return rows;
}

export async function findStuckOperation(db: Db, key: string): Promise<StuckOperation | null> {
  const { rows } = await sql<StuckOperation>`${operations} and p.key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** One of them, locked for the rest of the transaction; null when there is none (anymore). */
export async function lockStuckOperation(tx: Tx, key: string): Promise<StuckOperation | null> {
  const { rows } = await sql<StuckOperation>`${operations} and p.key = ${key} for update of p`.execute(tx);
  return rows[0] ?? null;
}

/** Whether the provider has done the work of the call. */
export async function isMade(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payment_operations where key = ${key} and state = 'done'`.execute(db);
  return rows.length > 0;
}

/** Why a call is not done yet, "" while there was no response; null: it is over, or left to the owner again. */
export async function findPending(db: Db, key: string): Promise<string | null> {
  const { rows } = await sql<{ error: string }>`
    select coalesce(last_error, '') as error from payment_operations where key = ${key} and state = 'todo'`.execute(
    db,
  );
  return rows[0]?.error ?? null;
}

/** The worker retries it right away, with all its attempts; key and parameters stay the same. */
export async function reopenOperation(tx: Tx, key: string, now: Date): Promise<void> {
  await tx
    .updateTable("payment_operations")
    .set({ state: "todo", attempts: 0, next_at: now, updated_at: now })
    .where("key", "=", key)
    .execute();
}

/**
 * Ends an operation without a result from the provider. A refund that the provider does not know counts as not made,
 * and its order is unflagged once no other refund of it is unclear.
 */
export async function abandonOperation(tx: Tx, { key, orderId }: StuckOperation, now: Date): Promise<void> {
  await sql`
    with closed as (
      update payment_operations set state = 'failed', updated_at = ${now} where key = ${key} returning kind, params
    )
    select fail_refund((params ->> 'refundId')::uuid, ${now}) from closed where kind = 'refund'`.execute(tx);
  await sql`
    update orders set attention = array_remove(attention, 'refund_unclear'), updated_at = ${now},
      attention_resolved = array_append(array_remove(attention_resolved, 'refund_unclear'), 'refund_unclear')
    where id = ${orderId} and 'refund_unclear' = any (attention) and not exists (
      select 1 from payment_operations where order_id = ${orderId} and kind = 'refund' and state = 'needs_human')`.execute(
    tx,
  );
}

/** Events that arrived before this time and are not done, oldest first. */
export async function listStuckEvents(
  db: Db,
  { receivedBefore, limit }: { receivedBefore: Date; limit: number },
): Promise<StuckEvent[]> {
  const { rows } = await sql<StuckEvent>`
    select id, type, attempts, coalesce(last_error, '') as error, received_at as since
    from payment_events where done_at is null and received_at < ${receivedBefore}
    order by received_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Makes an event due now; false when no such event is waiting. */
export async function hurryEvent(tx: Tx, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .updateTable("payment_events")
    .set({ next_at: now })
    .where("id", "=", id)
    .where("done_at", "is", null)
    .returning("id")
    .execute();
  return rows.length > 0;
}

/** Marks an event as done; its last error stays. Returns its type and its checkout; null: none is waiting. */
export async function closeEvent(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ type: string; checkoutId: string | null } | null> {
  const { rows } = await sql<{ type: string; checkoutId: string | null }>`
    update payment_events set done_at = ${now} where id = ${id} and done_at is null
    returning type, (select c.id from checkouts c where c.payment_intent_id = object_id) as "checkoutId"`.execute(
    tx,
  );
  return rows[0] ?? null;
}
