// The SQL of the webhook inbox (table payment_events).
import { sql } from "kysely";
import type { Db } from "../db/transaction.ts";

/** An event in the inbox. `attempts`: how many times it has failed. */
export type StoredEvent = { id: string; type: string; intentId: string | null; attempts: number };

/** Puts an event into the inbox; `done`: it has been handled before. */
export async function receiveEvent(
  db: Db,
  event: Omit<StoredEvent, "attempts">,
  now: Date,
): Promise<{ done: boolean; attempts: number }> {
  const row = await db
    .insertInto("payment_events")
    .values({ id: event.id, type: event.type, object_id: event.intentId, received_at: now, next_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ type: event.type }))
    .returning(["done_at", "attempts"])
    .executeTakeFirstOrThrow();
  return { done: row.done_at !== null, attempts: row.attempts };
}

export async function finishEvent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable("payment_events")
    .set({ done_at: now, last_error: null })
    .where("id", "=", id)
    .execute();
}

/** `nextAt` null: never again. */
export async function postponeEvent(
  db: Db,
  id: string,
  { error, nextAt }: { error: string; nextAt: Date | null },
): Promise<void> {
  await sql`
    update payment_events set attempts = attempts + 1, last_error = ${error}, next_at = ${nextAt ?? "infinity"}
    where id = ${id}`.execute(db);
}

export async function listDueEvents(db: Db, now: Date, limit: number): Promise<StoredEvent[]> {
  return db
    .selectFrom("payment_events")
    .select(["id", "type", "object_id as intentId", "attempts"])
    .where("done_at", "is", null)
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .limit(limit)
    .execute();
}
