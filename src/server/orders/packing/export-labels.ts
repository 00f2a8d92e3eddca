import { labelCsvHead, labelCsvLine } from "#domain/order/packing/label-csv.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Shop } from "../../core/shop.ts";
import { listLabelRows } from "./packing-queries.ts";

const ROWS_PER_READ = 250;
/** More than anybody packs at once; limits the time of one request. */
const LABELS_MAX = 5_000;

/**
 * Chunks of one CSV file for Pirate Ship: the orders that wait to be sent, oldest first. Each part is read after the
 * receiver has taken the one before.
 */
export async function* exportLabels(shop: Shop): AsyncGenerator<string> {
  let after: Cursor | null = null;
  yield labelCsvHead;
  for (let count = 0; count < LABELS_MAX; count += ROWS_PER_READ) {
    const rows = await listLabelRows(shop.db, { after, limit: ROWS_PER_READ });
    yield rows.map(({ order }) => labelCsvLine(order)).join("");
    if (rows.length < ROWS_PER_READ) return;
    after = rows.at(-1)?.cursor ?? null;
  }
}
