// Checks the rules of the shop's own tables (invariants.ts) in the running shop and records broken ones as differences,
// on the rows that changed in the last day or on all rows. A rule known to be broken is always checked on all rows,
// since only they can show that it holds again. Each rule is a separate statement, so a failing one does not block the
// others.
import { type RawBuilder, sql } from "kysely";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction } from "../db/transaction.ts";
import { checkInvariants, type InvariantOptions } from "./invariants.ts";
import { everything, type RuleId, ruleIds, type Scope, type Violation } from "./rules/rule.ts";

const DAY_MS = 24 * 60 * 60_000;
const ROWS_NAMED = 3;

export async function checkRules(shop: Shop, extent: "day" | "whole"): Promise<Violation[]> {
  const open = await listOpenRules(shop);
  const changed = changedSince(new Date(shop.clock() - DAY_MS));
  const found: Violation[] = [];
  const asked: RuleId[] = [];
  const failures: unknown[] = [];
  for (const id of ruleIds) {
    const among = extent === "day" && !open.has(id) ? changed : everything;
    const [answer] = await Promise.allSettled([ask(shop, { among, only: id })]);
    if (answer.status === "rejected") failures.push(answer.reason);
    else {
      asked.push(id);
      found.push(...answer.value);
    }
  }
  for (const { id, problem, rows } of found)
    shop.log.error("rule.broken", { rule: id, problem, rows: rows.length, first: JSON.stringify(rows[0]) });
  await writeRules(shop, { asked, found });
  if (failures.length > 0) throw failures[0];
  return found;
}

/** At 300,000 orders a rule takes seconds, and on a busy machine longer than the shop's statement timeout. */
const ASKED_FOR = "10min";

function ask(shop: Shop, which: Pick<InvariantOptions, "among" | "only">): Promise<Violation[]> {
  return inTransaction(shop, async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(ASKED_FOR)}`.execute(tx);
    return checkInvariants({ db: tx }, { atRest: false, ...which });
  });
}

/** Rows that changed since this time. */
function changedSince(since: Date): Scope {
  const among = (ids: RawBuilder<unknown>) => (id: RawBuilder<unknown>) => sql`${id} in (${ids})`;
  const checkouts = sql`select id from checkouts
    where updated_at >= ${since} or state in ('open', 'paying') or hold_active`;
  return {
    orders: among(sql`select id from orders where updated_at >= ${since}
      union select order_id from order_events where created_at >= ${since}
      union select order_id from stock_movements where created_at >= ${since} and order_id is not null
      union select order_id from outbox where created_at >= ${since} and order_id is not null`),
    checkouts: among(sql`${checkouts} union select checkout_id from orders
      where updated_at >= ${since} and checkout_id is not null`),
    products: among(sql`select product_id from stock_movements where created_at >= ${since}
      union select product_id from checkout_items where checkout_id in (${checkouts})`),
  };
}

async function listOpenRules(shop: Shop): Promise<Set<string>> {
  const rows = await shop.db.selectFrom("differences").select("item_id").where("kind", "=", "rule").execute();
  return new Set(rows.map((row) => row.item_id));
}

/** Opens what was found, and closes what was checked and holds. */
async function writeRules(
  shop: Shop,
  { asked, found }: { asked: RuleId[]; found: Violation[] },
): Promise<void> {
  const now = nowOf(shop);
  const broken = Map.groupBy(found, ({ id }) => id);
  await inTransaction(shop, async (tx) => {
    await sql`delete from differences where kind = 'rule' and item_id = any(${asked}::text[])
      and item_id <> all(${[...broken.keys()]}::text[])`.execute(tx);
    for (const [id, violations] of broken) {
      const detail = violations.map(detailOf).join("\n");
      await tx
        .insertInto("differences")
        .values({
          ...{ key: `rule:${id}`, is_live: false, kind: "rule", problem: "broken_rule", item_id: id },
          ...{ detail, at: now, first_seen: now },
        })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ detail }))
        .execute();
    }
  });
}

function detailOf({ problem, rows }: Violation): string {
  const named = rows.slice(0, ROWS_NAMED).map((row) => JSON.stringify(row));
  return [problem, ...named].join("\n");
}
