// The orders of a search as CSV, page by page, so that memory does not grow with the shop. Each page is read after the
// receiver has taken the one before.

import { orderCsvHead, orderCsvLine } from "#domain/order/order-csv.ts";
import type { OrderSearch } from "#domain/order/order-search.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Shop } from "../core/shop.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import { chosenIds, orderFilter } from "./list-orders.ts";
import { listOrderRows } from "./queries.ts";

const ROWS_PER_READ = 500;

/**
 * Pieces of one CSV file, newest order first, from the first page of the search on, all of them: a file that ends early
 * looks like one that does not. With `ids` only those orders.
 */
export async function* exportOrders(
  shop: Shop,
  search: OrderSearch,
  ids: readonly string[] | null = null,
): AsyncGenerator<string> {
  const filter = { ...orderFilter(shop, search), ids: ids && chosenIds(ids) };
  const { timeZone } = await loadProfile(shop);
  let after: Cursor | null = null;
  yield orderCsvHead;
  for (;;) {
    const rows: Awaited<ReturnType<typeof listOrderRows>> = await listOrderRows(
      shop.db,
      { ...filter, after },
      ROWS_PER_READ,
    );
    yield rows.map(({ order }) => orderCsvLine(order, timeZone)).join("");
    if (rows.length < ROWS_PER_READ) return;
    after = rows.at(-1)?.cursor ?? null;
  }
}
