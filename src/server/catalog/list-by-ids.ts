import type { ProductSummary } from "#domain/product/product.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../shop.ts";
import { listSummaries } from "./queries.ts";

export const LISTED_BY_ID_MAX = 12;

/**
 * The products with these ids as they are today, in the order asked for; what is gone or no longer sold is
 * left out. Any text is fine as an id. One statement, none when there is nothing to ask for.
 */
export async function listByIds(shop: Shop, ids: readonly string[]): Promise<ProductSummary[]> {
  const askable = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))].slice(0, LISTED_BY_ID_MAX);
  if (askable.length === 0) return [];
  const found = new Map((await listSummaries(shop.db, askable)).map((product) => [product.id, product]));
  return askable.map((id) => found.get(id)).filter((product) => product !== undefined);
}
