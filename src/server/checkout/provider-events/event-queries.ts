// The SQL of the webhook inbox (table payment_events).
import { sql } from "kysely";
import type { Db } from "../../db/transaction.ts";

/** An event in the inbox. `attempts`: how many times it has failed. */
export type StoredEvent = { id: string; type: string; intentId: string | null; attempts: number };

/**
 * The subject of an event. made: a payment was created; settled: a payment moved; money_back: a refund or dispute;
 * fraud_warning: the card's bank suspects fraud. null: nothing that concerns the shop.
 */
export type Concerns = "made" | "settled" | "money_back" | "fraud_warning" | null;

/** `done`: it has no effect, or no longer has one. `read`: the number of the provider read that it takes now. */
export type ReceivedEvent = { done: boolean; attempts: number; read: string | null };

/** Stores an event in the inbox. One statement. */
export async function receiveEvent(
  db: Db,
  event: Omit<StoredEvent, "attempts">,
  { concerns, now }: { concerns: Concerns; now: Date },
): Promise<ReceivedEvent> {
  const { rows } = await sql<ReceivedEvent>`
    select done, attempts, read from receive_event(${event.id}, ${event.type}, ${event.intentId}, ${concerns}, ${now})`.execute(
    db,
  );
  if (!rows[0]) throw new Error("the inbox returned no row");
  return rows[0];
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
