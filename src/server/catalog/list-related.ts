import type { Product, ProductSummary } from "#domain/product/product.ts";
import type { Shop } from "../shop.ts";
import { sinceOf } from "../shown/shown.ts";
import { listRelatedTo } from "./queries.ts";

type Related = { product: Pick<Product, "id" | "category">; limit: number };

/** 'You may also like': the newest products of the same category that can be bought. One statement. */
export async function listRelated(shop: Shop, { product, limit }: Related): Promise<ProductSummary[]> {
  const { id, category } = product;
  const related = await listRelatedTo(shop.db, { id, category, limit });
  shop.shown?.noteList({ category, by: ["stock"], since: sinceOf(related, limit) }, related);
  return related;
}
