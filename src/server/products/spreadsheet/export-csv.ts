import type { ProductCursor } from "#domain/product/admin-product-search.ts";
import { productCsvHead, productCsvLine } from "#domain/product/product-csv.ts";
import { shopifyCsvHead, shopifyLines } from "#domain/product/shopify/to-shopify.ts";
import { wallTime } from "#domain/text/dates.ts";
import { loadProfile } from "../../settings/load-configuration.ts";
import type { Shop } from "../../shop.ts";
import { listNewestEditable } from "../queries.ts";

export const EXPORT_ROWS_PER_READ = 1_000;

/** The shop's own columns, or those of Shopify's product files. */
export type ProductFileKind = "own" | "shopify";

/**
 * Pieces of one CSV file with every product of any status, newest first. Each piece is one statement. The next one is
 * read while the receiver takes this one, and no further: a slow receiver holds one piece and no transaction.
 */
export async function* exportProductsCsv(
  shop: Shop,
  { kind }: { kind: ProductFileKind } = { kind: "own" },
): AsyncGenerator<string> {
  yield kind === "own" ? productCsvHead : shopifyCsvHead;
  const lineOf = kind === "own" ? productCsvLine : shopifyLines(await toldOf(shop));
  const read = (after: ProductCursor | null) =>
    listNewestEditable(shop.db, { after, limit: EXPORT_ROWS_PER_READ });
  for (let reading = read(null); ; ) {
    const rows = await reading;
    const isLast = rows.length < EXPORT_ROWS_PER_READ;
    if (!isLast) {
      reading = read(rows.at(-1)?.cursor ?? null);
      // Whoever leaves now never asks how it went.
      reading.catch(() => {});
    }
    yield rows.map(({ product }) => lineOf(product)).join("");
    if (isLast) return;
  }
}

async function toldOf(shop: Shop): Promise<{ origin: string; now: string }> {
  const { timeZone } = await loadProfile(shop);
  const now = wallTime(shop.clock(), timeZone).slice(0, 16).replace(" ", "T");
  return { origin: new URL(shop.env.publicUrl).origin, now };
}
