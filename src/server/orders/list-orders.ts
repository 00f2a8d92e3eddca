import type { OrderStatus, OrderSummary } from "#domain/order.ts";
import { type OrderCursor, type OrderSearch, type OrderTab, RECENT_DAYS } from "#domain/order-search.ts";
import type { Shop } from "../shop.ts";
import { parseOrderWords } from "./order-words.ts";
import { type OrderFilter, selectOrders } from "./queries.ts";

export const ORDERS_PER_PAGE = 25;

const DAY_MS = 24 * 60 * 60 * 1000;

const tabStatuses: Partial<Record<OrderTab, readonly OrderStatus[]>> = {
  paid: ["paid"],
  processing: ["processing"],
  failed: ["failed"],
};

export type OrderPage = {
  orders: OrderSummary[];
  /** Where the next page begins; null on the last one. */
  next: OrderCursor | null;
};

/** What a search asks of the database. */
export function orderFilter(shop: Pick<Shop, "clock">, search: OrderSearch): OrderFilter {
  const { tab, query, from, to, status, fulfillment, after } = search;
  return {
    statuses: tabStatuses[tab] ?? null,
    toShip: tab === "to-ship",
    flagged: tab === "attention",
    since: tab === "recent" ? new Date(shop.clock() - RECENT_DAYS * DAY_MS) : null,
    search: parseOrderWords(query),
    ...{ from, to, status, fulfillment, after },
  };
}

/** One page of the orders of a tab that match the search, newest first. */
export async function listOrders(shop: Shop, search: OrderSearch): Promise<OrderPage> {
  const found = await selectOrders(shop, orderFilter(shop, search), ORDERS_PER_PAGE + 1);
  const shown = found.slice(0, ORDERS_PER_PAGE);
  const next = found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { orders: shown.map(({ order }) => order), next };
}
