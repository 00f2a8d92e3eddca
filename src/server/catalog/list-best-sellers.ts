// What a shopper is offered who has found nothing.
import { sql } from "kysely";
import { summaryOf } from "#domain/catalog/catalog-entry.ts";
import type { ReportPeriod } from "#domain/dashboard/report.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import type { Db } from "../db/transaction.ts";
import type { Shop } from "../shop.ts";

export type BestSellers = {
  /** Whether these are what sold most; otherwise nothing that can be bought was sold lately, and they are the newest. */
  areSold: boolean;
  products: ProductSummary[];
};

const DAYS: ReportPeriod = 90;
/** Of the products that sold most, this many are looked at; the others of them can't be bought. */
const SELLERS_READ_MAX = 60;

/** What sold most lately and can be bought. The sums are the worker's, so they are a minute behind. */
export async function listBestSellers(shop: Shop, { limit }: { limit: number }): Promise<BestSellers> {
  const catalog = await shop.memory.catalog.read(shop);
  const ids = await listBestSelling(shop.db);
  const sold = ids.map((id) => catalog.get(id)).filter((entry) => entry?.isInStock === true);
  const areSold = sold.length > 0;
  const entries = areSold ? sold : catalog.in("newest").filter(({ isInStock }) => isInStock);
  return {
    areSold,
    products: entries
      .slice(0, limit)
      .flatMap((entry) => entry ?? [])
      .map(summaryOf),
  };
}

/** One statement: the ids of what sold most, as the worker has summed it up. */
async function listBestSelling(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select product_id as id from product_sales_sums where period = ${DAYS}
    order by quantity desc, revenue desc, product_id limit ${SELLERS_READ_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}
