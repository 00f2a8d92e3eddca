import type { Shop } from "../shop.ts";
import { FIRST_ID, type ListedProduct, listExportProducts } from "./export-queries.ts";

export const EXPORT_BATCH = 500;

/** No feed is longer: its readers would not take more in one file. */
export const EXPORT_PRODUCTS_MAX = 100_000;

/** All active products in batches, one statement a batch. A product added in the meantime may be missing. */
export async function* exportProducts(
  shop: Shop,
  { productsMax = EXPORT_PRODUCTS_MAX, batch = EXPORT_BATCH } = {},
): AsyncGenerator<ListedProduct[]> {
  let after = FIRST_ID;
  for (let given = 0; given < productsMax; ) {
    const limit = Math.min(batch, productsMax - given);
    const products = await listExportProducts(shop.db, { after, limit });
    const last = products.at(-1);
    if (!last) return;
    yield products;
    if (products.length < limit) return;
    given += products.length;
    after = last.id;
  }
}
