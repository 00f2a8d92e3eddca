// What a shopper is offered who has found nothing.
import type { ProductSummary } from "#domain/product/product.ts";
import type { Shop } from "../shop.ts";
import { listBestSelling, listNewestInStock } from "./queries.ts";

export type BestSellers = {
  /** Whether these are what sold most; otherwise nothing that can be bought was sold lately, and they are the newest. */
  areSold: boolean;
  products: ProductSummary[];
};

const LATELY_MS = 90 * 24 * 60 * 60_000;

/**
 * What sold most lately and can be bought. In which order products sell, nobody tells pages, which know it when they are
 * drawn. One statement, two when nothing was sold.
 */
export async function listBestSellers(shop: Shop, { limit }: { limit: number }): Promise<BestSellers> {
  const sold = await listBestSelling(shop.db, { since: new Date(shop.clock() - LATELY_MS), limit });
  const areSold = sold.length > 0;
  const products = areSold ? sold : await listNewestInStock(shop.db, limit);
  return { areSold, products };
}
