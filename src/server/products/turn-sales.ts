import { sql } from "kysely";
import { nowOf, type Shop } from "../core/shop.ts";
import type { Db } from "../db/transaction.ts";

/**
 * Switches sales on and off on pages when their time has come; checkout prices follow the clock alone. Returns how many
 * changed. `ids`: only among these.
 */
export async function turnSales(db: Db, now: Date, ids: string[] | null = null): Promise<number> {
  const { rows } = await sql<{ turned: number }>`select turn_sales(${now}, ${ids}::uuid[]) as turned`.execute(
    db,
  );
  return rows[0]?.turned ?? 0;
}

/** The worker's task. Sales that start or end are rarely more than a second early or late on pages. */
export function turnDueSales(shop: Shop): Promise<number> {
  return turnSales(shop.db, nowOf(shop));
}
