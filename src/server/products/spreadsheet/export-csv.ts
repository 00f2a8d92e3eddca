import type { ProductCursor } from "#domain/product/admin-product-search.ts";
import { productCsvHead, productCsvLines, type WrittenFor } from "#domain/product/spreadsheet/write-rows.ts";
import { wallTime } from "#domain/text/dates.ts";
import type { Shop } from "../../core/shop.ts";
import { loadConfiguration } from "../../settings/load-configuration.ts";
import { listNewestEditable } from "../queries.ts";

export const EXPORT_ROWS_PER_READ = 1_000;

/**
 * Chunks of one CSV file with every product of any status, newest first. Each chunk is one statement. The next one is
 * read while the receiver takes this one, and no further: a slow receiver holds one chunk and no transaction.
 */
export async function* exportProductsCsv(shop: Shop): AsyncGenerator<string> {
  yield productCsvHead;
  const linesOf = productCsvLines(await writtenFor(shop));
  const read = (after: ProductCursor | null) =>
    listNewestEditable(shop.db, { after, limit: EXPORT_ROWS_PER_READ });
  for (let reading = read(null); ; ) {
    const rows = await reading;
    const isLast = rows.length < EXPORT_ROWS_PER_READ;
    if (!isLast) {
      reading = read(rows.at(-1)?.cursor ?? null);
      // A receiver that left does not need the error.
      reading.catch(() => {});
    }
    yield rows.map(({ product }) => linesOf(product)).join("");
    if (isLast) return;
  }
}

async function writtenFor(shop: Shop): Promise<WrittenFor> {
  const { profile, categories } = await loadConfiguration(shop);
  const now = wallTime(shop.clock(), profile.timeZone).slice(0, 16).replace(" ", "T");
  return { origin: shop.env.publicUrl, now, categories };
}
