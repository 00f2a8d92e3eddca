import { sql } from "kysely";
import type { Schema } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Shop } from "../shop.ts";
import { retention } from "./retention-rules.ts";

const DAY_MS = 24 * 60 * 60_000;
const ROWS_PER_STEP = 500;
const NEXT_STEP_MS = 1_000;

/**
 * Removes what is older than its rule allows, one small transaction for each rule. Answers when it wants to go on:
 * soon while a rule has more, else null. Two processes may do it at once: a row goes once.
 */
export async function keepRetention(shop: Shop): Promise<{ removed: number; nextInMs: number | null }> {
  let removed = 0;
  let hasMore = false;
  for (const table of Object.keys(retention) as (keyof Schema)[]) {
    const rules = retention[table];
    if (!Array.isArray(rules)) continue;
    for (const { keepDays, remove } of rules) {
      const before = new Date(shop.clock() - keepDays * DAY_MS);
      const { rows } = await inTransaction(shop, (tx) => sql`${remove(before, ROWS_PER_STEP)}`.execute(tx));
      removed += rows.length;
      hasMore ||= rows.length === ROWS_PER_STEP;
      if (rows.length > 0) shop.log.info("retention.removed", { table, days: keepDays, rows: rows.length });
    }
  }
  return { removed, nextInMs: hasMore ? NEXT_STEP_MS : null };
}
