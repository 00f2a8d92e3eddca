import { sql } from "kysely";
import type { ContactMessage } from "#domain/contact.ts";
import type { Db, Tx } from "../db/transaction.ts";

export async function insertMessage(
  tx: Tx,
  row: ContactMessage & { id: string; createdAt: Date },
): Promise<void> {
  const { id, name, email, subject, message, createdAt } = row;
  await tx
    .insertInto("contact_messages")
    .values({ id, name, email, subject, message, created_at: createdAt, read_at: null })
    .execute();
}

/** Counts one more use of `key` and answers how many there were since its window began. One statement. */
export async function countUse(db: Db, use: { key: string; now: number; windowMs: number }): Promise<number> {
  const begin = use.now - use.windowMs;
  const result = await sql<{ count: number }>`
    insert into "rateLimit" as uses ("id", "key", "count", "lastRequest")
    values (${use.key}, ${use.key}, 1, ${use.now})
    on conflict ("key") do update set
      "count" = case when uses."lastRequest" <= ${begin} then 1 else uses."count" + 1 end,
      "lastRequest" = case when uses."lastRequest" <= ${begin} then ${use.now} else uses."lastRequest" end
    returning "count"`.execute(db);
  return Number(result.rows[0]?.count ?? 0);
}
