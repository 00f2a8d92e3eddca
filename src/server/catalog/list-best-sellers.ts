// Suggestions for a shopper whose search found nothing.
import { sql } from "kysely";
import { type CatalogEntry, summaryOf } from "#domain/catalog/catalog-entry.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import type { Shop } from "../core/shop.ts";
import { bestSellers } from "./best-sellers.ts";

export type BestSellers = {
  /** False: nothing that can be bought was sold lately, and these are the newest products. */
  areSold: boolean;
  products: ProductSummary[];
};

const LATELY_MS = 90 * 24 * 60 * 60_000;
/** This many best sellers are considered, since some can't be bought. */
const SELLERS_READ_MAX = 60;

/** Summing a quarter of orders takes a tenth of a second, and anyone may search for things that don't exist. */
const KEPT_MS = 10 * 60_000;

/** Recent best sellers that can be bought, in an order up to ten minutes old. */
export async function listBestSellers(shop: Shop, { limit }: { limit: number }): Promise<BestSellers> {
  const catalog = await shop.memory.catalog.read(shop);
  const canBeBought = ({ isInStock }: CatalogEntry) => isInStock;
  const ids = await listBestSelling(shop);
  const sold = ids.flatMap((id) => catalog.get(id) ?? []).filter(canBeBought);
  const areSold = sold.length > 0;
  const entries = areSold ? sold : catalog.in("newest").filter(canBeBought);
  return { areSold, products: entries.slice(0, limit).map(summaryOf) };
}

async function listBestSelling({ db, clock, memory }: Shop): Promise<string[]> {
  const now = clock();
  if (memory.bestSellers && now - memory.bestSellers.at < KEPT_MS) return memory.bestSellers.ids;
  const best = bestSellers(new Date(now - LATELY_MS), SELLERS_READ_MAX);
  const { rows } = await sql<{ productId: string }>`${best}`.execute(db);
  const ids = rows.map(({ productId }) => productId);
  memory.bestSellers = { at: now, ids };
  return ids;
}
