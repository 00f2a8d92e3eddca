// The orders of a search as CSV, page by page, so that memory does not grow with the shop. Each page is read after the
// receiver has taken the one before.

import { itemCsvHead, itemCsvLine, orderCsvHead, orderCsvLine } from "#domain/order/order-csv.ts";
import type { OrderSearch } from "#domain/order/order-search.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Shop } from "../core/shop.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import { chosenIds, orderFilter } from "./list-orders.ts";
import { listItemRows, listOrderRows, type OrderFilter } from "./queries.ts";

const ROWS_PER_READ = 500;

type ExportFilter = [search: OrderSearch, ids?: readonly string[] | null];

/** Parts of one CSV file, a row for each order. With `ids` only those orders. */
export function exportOrders(shop: Shop, ...wanted: ExportFilter): AsyncGenerator<string> {
  return exportRows(shop, { head: orderCsvHead, read: readOrders }, wanted);
}

/** The same with a row for each item of the orders, and where its units are. */
export function exportOrderItems(shop: Shop, ...wanted: ExportFilter): AsyncGenerator<string> {
  return exportRows(shop, { head: itemCsvHead, read: readItems }, wanted);
}

type Kind = { head: string; read: (shop: Shop, filter: OrderFilter, timeZone: string) => Promise<Part> };

/** Newest order first, from the first page of the search on, all of them: a file that ends early looks like one that does not. */
async function* exportRows(
  shop: Shop,
  { head, read }: Kind,
  [search, ids = null]: ExportFilter,
): AsyncGenerator<string> {
  const filter = { ...orderFilter(shop, search), ids: ids && chosenIds(ids) };
  const { timeZone } = await loadProfile(shop);
  yield head;
  for (let after: Cursor | null = null; ; ) {
    const part: Part = await read(shop, { ...filter, after }, timeZone);
    yield part.text;
    if (part.last === null) return;
    after = part.last;
  }
}

/** `last`: after which the next part begins; null when there is none. */
type Part = { text: string; last: Cursor | null };

async function readOrders(shop: Shop, filter: OrderFilter, timeZone: string): Promise<Part> {
  const rows = await listOrderRows(shop.db, filter, ROWS_PER_READ);
  return { text: rows.map(({ order }) => orderCsvLine(order, timeZone)).join(""), last: lastOf(rows) };
}

async function readItems(shop: Shop, filter: OrderFilter, timeZone: string): Promise<Part> {
  const rows = await listItemRows(shop.db, filter, ROWS_PER_READ);
  const items = rows.flatMap((row) => row.items);
  return { text: items.map((item) => itemCsvLine(item, timeZone)).join(""), last: lastOf(rows) };
}

function lastOf(rows: { cursor: Cursor }[]): Cursor | null {
  return rows.length < ROWS_PER_READ ? null : (rows.at(-1)?.cursor ?? null);
}
