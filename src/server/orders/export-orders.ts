// The orders of a search as CSV, page by page, so that memory does not grow with the shop. Each page is read after the
// receiver has taken the one before.

import { orderCsvHead, orderCsvLine } from "#domain/order/order-csv.ts";
import type { OrderSearch } from "#domain/order/order-search.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import type { Shop } from "../shop.ts";
import { chosenIds, orderFilter } from "./list-orders.ts";
import { listOrderRows } from "./queries.ts";

const ROWS_PER_READ = 500;
/** More than a spreadsheet opens comfortably; limits the time of one request. */
const EXPORT_ROWS_MAX = 50_000;

/** Pieces of one CSV file, newest order first, from the first page of the search on. With `ids` only those orders. */
export async function* exportOrders(
  shop: Shop,
  search: OrderSearch,
  ids: readonly string[] | null = null,
): AsyncGenerator<string> {
  const filter = { ...orderFilter(shop, search), ids: ids && chosenIds(ids) };
  const { timeZone } = await loadProfile(shop);
  let after: Cursor | null = null;
  yield orderCsvHead;
  for (let count = 0; count < EXPORT_ROWS_MAX; count += ROWS_PER_READ) {
    const rows = await listOrderRows(shop.db, { ...filter, after }, ROWS_PER_READ);
    yield rows.map(({ order }) => orderCsvLine(order, timeZone)).join("");
    if (rows.length < ROWS_PER_READ) return;
    after = rows.at(-1)?.cursor ?? null;
  }
}
