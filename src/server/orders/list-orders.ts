import type { ListedOrder, OrderStatus, PackingSlip } from "#domain/order/order.ts";
import {
  CHOSEN_MAX,
  everyOrder,
  type OrderSearch,
  type OrderTab,
  RECENT_DAYS,
  TAB_COUNT_MAX,
} from "#domain/order/order-search.ts";
import type { SyncJob } from "#domain/order/sync-progress.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../core/shop.ts";
import { parseOrderWords } from "./order-words.ts";
import {
  countTabs,
  listOrderSummaries,
  listPackingSlips,
  type OrderFilter,
  type TabCounts,
} from "./queries.ts";
import { SYNC_JOB, syncAsNews } from "./sync-orders.ts";

export const ORDERS_PER_PAGE = 25;

const DAY_MS = 24 * 60 * 60 * 1000;

const tabStatuses: Partial<Record<OrderTab, readonly OrderStatus[]>> = {
  paid: ["paid"],
  processing: ["processing"],
  failed: ["failed"],
};

export type OrderPage = {
  orders: ListedOrder[];
  /** The carrier that took a shipment last; "" before the first one. */
  lastCarrier: string;
  /** Where the next page begins; null on the last one. */
  next: Cursor | null;
};

/** A search as a filter of the database. */
export function orderFilter(shop: Pick<Shop, "clock">, search: OrderSearch): OrderFilter {
  const { tab, query, from, to, status, fulfillment, after } = search;
  return {
    statuses: tabStatuses[tab] ?? null,
    toShip: tab === "to-ship",
    flagged: tab === "attention",
    since: tab === "recent" ? new Date(shop.clock() - RECENT_DAYS * DAY_MS) : null,
    search: parseOrderWords(query),
    ids: null,
    ...{ from, to, status, fulfillment, after },
  };
}

/** One page of the orders of a tab that match the search, newest first. */
export async function listOrders(shop: Shop, search: OrderSearch): Promise<OrderPage> {
  const filter = orderFilter(shop, search);
  const { found, lastCarrier } = await listOrderSummaries(shop.db, filter, ORDERS_PER_PAGE + 1);
  const shown = found.slice(0, ORDERS_PER_PAGE);
  const next = found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { orders: shown.map(({ order }) => order), lastCarrier, next };
}

/** The head of the lists: how many orders each has, up to TAB_COUNT_MAX, and the sync. */
export async function loadListHead(shop: Shop): Promise<{ counts: TabCounts; sync: SyncJob | null }> {
  const since = new Date(shop.clock() - RECENT_DAYS * DAY_MS);
  const { counts, job } = await countTabs(shop.db, { since, max: TAB_COUNT_MAX, jobKind: SYNC_JOB });
  return { counts, sync: syncAsNews(shop, job) };
}

/** The orders with these ids (any texts), newest first. */
export async function listChosenOrders(shop: Shop, ids: readonly string[]): Promise<Omit<OrderPage, "next">> {
  const filter = { ...orderFilter(shop, everyOrder), ids: chosenIds(ids) };
  const { found, lastCarrier } = await listOrderSummaries(shop.db, filter, CHOSEN_MAX);
  return { orders: found.map(({ order }) => order), lastCarrier };
}

/** Those texts that may be ids of orders, each once, at most CHOSEN_MAX. */
export function chosenIds(ids: readonly string[]): string[] {
  return [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))].slice(0, CHOSEN_MAX);
}

/** The packing slips of the chosen orders (any texts), oldest order first. */
export function loadPackingSlips(shop: Shop, ids: readonly string[]): Promise<PackingSlip[]> {
  return listPackingSlips(shop.db, chosenIds(ids));
}
