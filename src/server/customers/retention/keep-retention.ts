import { sql } from "kysely";
import { nowOf, type Shop } from "../../core/shop.ts";
import { runEach } from "../../db/jobs/run-each.ts";
import type { Schema } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { findPrivacyRules, noteRemoved } from "../privacy/privacy-queries.ts";
import { type RetentionRule, retention } from "./retention-rules.ts";

const DAY_MS = 24 * 60 * 60_000;
const ROWS_PER_STEP = 500;
const NEXT_STEP_MS = 1_000;

/**
 * Removes what is older than its rule allows, one small transaction for each rule. Answers when it wants to continue:
 * soon while a rule has more, else null. Two processes may do it at once: a row goes once.
 */
export async function keepRetention(shop: Shop): Promise<{ removed: number; nextInMs: number | null }> {
  const owners = await findPrivacyRules(shop.db);
  let removed = 0;
  let hasMore = false;
  await runEach(allRules(), async ({ table, rule }) => {
    const days = rule.owners ? rule.owners(owners) : rule.keepDays;
    if (days === null) return;
    const rows = await apply(shop, rule, days);
    removed += rows;
    hasMore ||= rows === ROWS_PER_STEP;
    if (rows > 0) shop.log.info("retention.removed", { table, days, rows });
  });
  return { removed, nextInMs: hasMore ? NEXT_STEP_MS : null };
}

function allRules(): { table: keyof Schema; rule: RetentionRule }[] {
  return (Object.keys(retention) as (keyof Schema)[]).flatMap((table) => {
    const rules = retention[table];
    return Array.isArray(rules) ? rules.map((rule: RetentionRule) => ({ table, rule })) : [];
  });
}

/** One step of a rule, with its entry in the owner's log; how many rows it removed. */
function apply(shop: Shop, rule: RetentionRule, days: number): Promise<number> {
  const now = nowOf(shop);
  const which = { before: new Date(now.getTime() - days * DAY_MS), limit: ROWS_PER_STEP, now };
  return inTransaction(shop, async (tx) => {
    const removed =
      "remove" in rule
        ? (await sql`${rule.remove(which.before, which.limit)}`.execute(tx)).rows.length
        : await rule.removeAll(tx, which);
    if (removed > 0 && rule.logged !== undefined) await noteRemoved(tx, { what: rule.logged, removed, now });
    return removed;
  });
}
