import { sql } from "kysely";
import { nowOf, type Shop } from "../core/shop.ts";
import type { Db } from "../db/transaction.ts";

/**
 * Turns sales on and off whose time has come, as pages show them; what is paid is decided by the clock alone. Answers how
 * many. `ids`: only among these.
 */
export async function turnSales(db: Db, now: Date, ids: string[] | null = null): Promise<number> {
  const { rows } = await sql<{ turned: number }>`select turn_sales(${now}, ${ids}::uuid[]) as turned`.execute(
    db,
  );
  return rows[0]?.turned ?? 0;
}

/** The worker's task. The next border is seldom more than a second away from its round. */
export function turnDueSales(shop: Shop): Promise<number> {
  return turnSales(shop.db, nowOf(shop));
}
