// A rule of the books: a query that finds violations.
import { type RawBuilder, sql } from "kysely";
import type { Shop } from "../../core/shop.ts";

export const ruleIds = [
  ...(["I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I14"] as const),
] as const;

export type RuleId = (typeof ruleIds)[number];

export type Rule = {
  id: RuleId;
  problem: string;
  /** Holds only when nothing is in progress. */
  atRest?: true;
  query: RawBuilder<unknown>;
};

export type Violation = { id: RuleId; problem: string; rows: Record<string, unknown>[] };

/** Which rows to check: by kind, the condition on an id in SQL. */
export type Scope = Record<
  "orders" | "checkouts" | "products",
  (id: RawBuilder<unknown>) => RawBuilder<unknown>
>;

const all = () => sql`true`;
export const everything: Scope = { orders: all, checkouts: all, products: all };

const ROWS_SHOWN_MAX = 20;

/** Which of the rules are broken, found in one statement and so at one moment. */
export async function findBroken(shop: Pick<Shop, "db">, rules: readonly Rule[]): Promise<Violation[]> {
  if (rules.length === 0) return [];
  const parts = rules.map(
    ({ query }, index) => sql`(select ${sql.lit(index)} as index, to_jsonb(broken) as found
      from (${query}) broken limit ${sql.lit(ROWS_SHOWN_MAX)})`,
  );
  const { rows } = await sql<{ index: number; found: Record<string, unknown> }>`${sql.join(
    parts,
    sql` union all `,
  )}`.execute(shop.db);
  const found = Map.groupBy(rows, ({ index }) => index);
  return rules.flatMap(({ id, problem }, index) => {
    const broken = found.get(index);
    return broken ? [{ id, problem, rows: broken.map((row) => row.found) }] : [];
  });
}

/** Order `o` was flagged for the owner for this reason, or still is. */
export const wasFlagged = (reason: string) => sql`${reason} = any (o.attention || o.attention_resolved)`;
