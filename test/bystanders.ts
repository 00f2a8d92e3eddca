// What other shoppers have must stay as it is, whatever happens to one of them. A statement that forgets whose rows it
// means is right as long as there is only one shopper.
import { sql } from "kysely";
import type { Db } from "#server/db/transaction.ts";

const TABLES = [
  ...["checkouts", "checkout_items", "orders", "order_items", "order_events", "refunds", "disputes"],
  ...[
    "discounts",
    "discount_uses",
    "payment_operations",
    "payment_debug_logs",
    "outbox",
    "inventory",
    "stock_movements",
    "products",
  ],
];

/** All rows of shoppers that there are now, each as text. */
export async function rowsOfShoppers(db: Db): Promise<string[]> {
  const rows: string[] = [];
  for (const table of TABLES) {
    const found = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(db);
    rows.push(...found.rows.map(({ row }) => `${table} ${row}`));
  }
  return rows;
}
