// The orders of a search as CSV, page by page, so that the memory it takes does not grow with the shop. Each
// page is read when the one before was taken by the receiver.

import { orderCsvHead, orderCsvLine } from "#domain/order/order-csv.ts";
import type { OrderSearch } from "#domain/order/order-search.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Shop } from "../shop.ts";
import { chosenIds, orderFilter } from "./list-orders.ts";
import { listOrderRows } from "./queries.ts";

const ROWS_PER_READ = 500;
/** More than a spreadsheet opens comfortably; a bound for the shop's memory and for one request's time. */
export const EXPORT_ROWS_MAX = 50_000;

/**
 * Pieces of one CSV file, newest order first, at most EXPORT_ROWS_MAX orders, wherever the search's page is.
 * With `ids` only those of them.
 */
export async function* exportOrders(
  shop: Shop,
  search: OrderSearch,
  ids: readonly string[] | null = null,
): AsyncGenerator<string> {
  const filter = { ...orderFilter(shop, search), ids: ids && chosenIds(ids) };
  let after: Cursor | null = null;
  yield orderCsvHead;
  for (let count = 0; count < EXPORT_ROWS_MAX; count += ROWS_PER_READ) {
    const rows = await listOrderRows(shop.db, { ...filter, after }, ROWS_PER_READ);
    yield rows.map(({ order }) => orderCsvLine(order)).join("");
    if (rows.length < ROWS_PER_READ) return;
    after = rows.at(-1)?.cursor ?? null;
  }
}
