// Two concurrent transactions, one of which waits for the other's locks. Only in `*.postgres.test.ts`.
import { sql } from "kysely";
import { expect } from "vitest";
import { type Database, openPostgresDatabase } from "#server/db/database.ts";
import { inTransaction, type Tx } from "#server/db/transaction.ts";
import { newPostgresUrl } from "./own-postgres.ts";

type Work<T = unknown> = (tx: Tx) => Promise<T>;

/** A new migrated database; the caller closes it. */
export async function openOwnDatabase(): Promise<Database> {
  return openPostgresDatabase(await newPostgresUrl());
}

/**
 * `holds` runs in a transaction that stays open. `works` begins and must wait for it. Then `meanwhile` runs in the
 * first transaction, which commits. Resolves with the result of `works`; throws when it did not wait, or when either
 * fails.
 */
export async function whileOneWaits<T>(
  { db }: Pick<Database, "db">,
  { holds, works, meanwhile = async () => {} }: { holds: Work; works: () => Promise<T>; meanwhile?: Work },
): Promise<T> {
  const { waiting } = await db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await holds(tx);
    const waiting = works().then(
      (answer) => ({ isDone: true as const, answer }),
      (error: unknown) => ({ isDone: false as const, error }),
    );
    await expect.poll(() => countWaiting(db), { timeout: 20_000 }).toBe(1);
    await meanwhile(tx);
    return { waiting };
  });
  const ended = await waiting;
  if (!ended.isDone) throw ended.error;
  return ended.answer;
}

/** `works` runs during an open transaction with `holds`, and must end before it does. */
export function whileNobodyWaits<T>(
  { db }: Pick<Database, "db">,
  { holds, works }: { holds: Work; works: Work<T> },
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await holds(tx);
    return inTransaction({ db }, async (other) => {
      await sql`set local lock_timeout = '4s'`.execute(other);
      return works(other);
    });
  });
}

/** Locks an order, for `holds`. */
export const lockOrder = (orderId: string) => (tx: Tx) =>
  sql`select from orders where id = ${orderId} for update`.execute(tx);

async function countWaiting(db: Database["db"]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
