import type { Product, ProductSummary } from "#domain/product/product.ts";
import type { Shop } from "../shop.ts";
import { sinceOf } from "../shown/shown.ts";
import { listRelatedTo } from "./queries.ts";

type Related = { product: Pick<Product, "id" | "category" | "createdAt">; limit: number };

/**
 * 'You may also like': what can be bought and comes after the product in its category, from new to old; after the oldest
 * come the newest. So each product is on a few pages, and not the newest on all: those sell best, and each that sells out
 * would have every page drawn anew. One statement.
 */
export async function listRelated(shop: Shop, { product, limit }: Related): Promise<ProductSummary[]> {
  const { id, category, createdAt } = product;
  const { older, newest } = await listRelatedTo(shop.db, { id, category, limit });
  const all = [...older, ...newest];
  // Nobody else comes in between the product and the last of a full list. The few pages that begin anew with the newest
  // believe that anybody may.
  const after = { since: sinceOf(older, limit), upTo: Date.parse(createdAt) };
  const range = older.length < limit ? { since: null } : after;
  shop.shown?.noteList({ category, by: ["stock"], ...range }, all);
  return all;
}
