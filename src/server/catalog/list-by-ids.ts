import { summaryOf } from "#domain/catalog/catalog-entry.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import type { Shop } from "../core/shop.ts";

export const LISTED_BY_ID_MAX = 12;

/**
 * The current products with these ids, in the requested order; deleted ones and those no longer for sale are left out.
 * Any text is fine as an id.
 */
export async function listByIds(shop: Shop, ids: readonly string[]): Promise<ProductSummary[]> {
  const catalog = await shop.memory.catalog.read(shop);
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))];
  const found = asked.map((id) => catalog.get(id)).filter((entry) => entry !== undefined);
  return found.slice(0, LISTED_BY_ID_MAX).map(summaryOf);
}
