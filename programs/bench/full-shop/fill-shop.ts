// A shop of any size in minutes. The shop's rules are not measured, so its triggers are off while it fills, and its indexes
// are built at the end, as a restore does it. It takes a role that may do both: the owner of a cluster of one's own.
import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { fillCatalog } from "./fill-catalog.ts";
import { fillHistory } from "./fill-history.ts";

export type GrownShop = {
  products: number;
  orders: number;
  /** The moment of the newest order. */
  today: Date;
  /** Over how many days the orders are spread. */
  days?: number;
};

const FILLED = [
  "products",
  "product_images",
  "inventory",
  "stock_movements",
  "checkouts",
  "checkout_items",
  "orders",
  "order_items",
  "order_events",
  "order_units",
  "fulfillment_events",
  "shipments",
  "refunds",
  "outbox",
  "contact_messages",
  "discount_uses",
  "review_asks",
  "reviews",
  "return_requests",
  "return_lines",
];

/** Fills a migrated PostgreSQL without products and orders; throws when it has some. */
export async function fillShop(
  db: Kysely<Schema>,
  { products, orders, today, days = 1_000 }: GrownShop,
): Promise<void> {
  if (orders > 0 && products < 1) throw new Error("Orders need products");
  const { rows } = await sql`select 1 from products union all select 1 from orders limit 1`.execute(db);
  if (rows.length > 0) throw new Error("The shop has products or orders already");
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one);
    await sql`set statement_timeout = 0`.execute(one);
    await sql`set maintenance_work_mem = '512MB'`.execute(one);
    await sql`set work_mem = '256MB'`.execute(one);
    // All of them are vacuumed at the end; until then that would only compete with the inserts.
    await setVacuum(one, "set (autovacuum_enabled = off)");
    const indexes = await dropIndexes(one);
    await fillCatalog(one, { products, today });
    await sql`analyze products`.execute(one);
    await fillHistory(one, { orders, products, today, days });
    for (const index of indexes) await sql.raw(index).execute(one);
    await setVacuum(one, "reset (autovacuum_enabled)");
    await sql`drop table if exists growth_lines, growth_orders`.execute(one);
    await sql`reset all`.execute(one);
  });
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    await sql`vacuum analyze`.execute(one);
    await sql`reset statement_timeout`.execute(one);
  });
}

async function setVacuum(db: Kysely<Schema>, setting: string): Promise<void> {
  for (const table of FILLED) await sql.raw(`alter table ${table} ${setting}`).execute(db);
}

/** Answers how to make them again. Those of constraints stay. */
async function dropIndexes(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = any(${FILLED}::text[]::regclass[])
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`.execute(db);
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db);
  return rows.map(({ definition }) => definition);
}
