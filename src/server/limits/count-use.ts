import { sql } from "kysely";
import type { Db } from "../db/transaction.ts";

/**
 * Counts one more use of `key` and answers how many there were since its window began. One statement, in the
 * database, so that all processes share the count.
 */
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
