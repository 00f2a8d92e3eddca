import type { ProductCursor } from "#domain/product/admin-product-search.ts";
import { productCsvHead, productCsvLine } from "#domain/product/product-csv.ts";
import type { Shop } from "../../shop.ts";
import { listNewestEditable } from "../queries.ts";

export const EXPORT_ROWS_PER_READ = 250;

/**
 * Pieces of one CSV file with every product of any status, newest first. Each piece is one statement, made
 * when the one before was taken by the receiver.
 */
export async function* exportProductsCsv(shop: Shop): AsyncGenerator<string> {
  yield productCsvHead;
  for (let after: ProductCursor | null = null; ; ) {
    const rows = await listNewestEditable(shop.db, { after, limit: EXPORT_ROWS_PER_READ });
    yield rows.map(({ product }) => productCsvLine(product)).join("");
    if (rows.length < EXPORT_ROWS_PER_READ) return;
    after = rows.at(-1)?.cursor ?? null;
  }
}
