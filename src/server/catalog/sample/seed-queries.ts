// The checks before an empty catalog is filled.
import { sql } from "kysely";
import type { SizeChart } from "#domain/size-chart/size-chart.ts";
import type { Db, Tx } from "../../db/transaction.ts";

/** Any number that no other advisory lock of the shop uses. */
const SEED_LOCK = 7_302_611;

/** Whether there is any product, of any status. */
export async function hasProducts(db: Db): Promise<boolean> {
  return (await db.selectFrom("products").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Lets only one process fill the catalog, until its transaction ends. */
export async function lockCatalog(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
}

/** Puts a product at the top of the home page, unless the owner has chosen one. */
export async function setHero(tx: Tx, id: string): Promise<void> {
  await sql`update store_settings set hero_product_id = ${id} where id = 1 and hero_product_id is null`.execute(
    tx,
  );
}

/** The doctor and the first steps recognize them by this flag. */
export async function markSamples(tx: Tx, ids: string[]): Promise<void> {
  await tx.updateTable("products").set({ is_sample: true }).where("id", "in", ids).execute();
}

export type NewSizeChart = Pick<
  SizeChart,
  "name" | "caption" | "advice" | "measures" | "rows" | "categories"
>;

/** In this order. They are shown only with sample products. */
export async function insertSampleCharts(tx: Tx, charts: (NewSizeChart & { id: string })[]): Promise<void> {
  if (charts.length === 0) return;
  const rows = charts.map(({ measures, rows, ...chart }, position) => ({
    ...chart,
    measures: JSON.stringify(measures),
    rows: JSON.stringify(rows),
    position,
    is_sample: true,
  }));
  await tx.insertInto("size_charts").values(rows).execute();
}
