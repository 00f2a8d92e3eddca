// Which orders the owner looks at, as the address of the page says it: a tab, words to search for, days,
// states, and from where on. An unknown value counts as the default, so an old or mistyped link still shows
// orders. Days are days of the shop.

import { type Cursor, cursorText, parseCursor } from "../text/cursor.ts";
import { oneLine } from "../text/one-line.ts";
import { queryText } from "../text/query-text.ts";
import { type FulfillmentStatus, fulfillmentStatuses, type OrderStatus, orderStatuses } from "./order.ts";

export const orderTabs = ["all", "recent", "paid", "processing", "to-ship", "failed", "attention"] as const;
export type OrderTab = (typeof orderTabs)[number];

export const orderTabLabels: Record<OrderTab, string> = {
  all: "All Orders",
  recent: "Recent",
  paid: "Paid",
  processing: "Processing",
  "to-ship": "To ship",
  failed: "Failed",
  attention: "Needs attention",
};

/** The tab 'Recent' shows the orders of this many days. */
export const RECENT_DAYS = 7;

/** 'Recent', 'To ship' and 'Needs attention' are counted up to here. */
export const TAB_COUNT_MAX = 1_000;

/** So many orders at most are chosen for one action. */
export const CHOSEN_MAX = 100;

const QUERY_LENGTH_MAX = 100;

export type OrderSearch = {
  tab: OrderTab;
  query: string;
  /** First and last day, "2026-06-01"; null: any. */
  from: string | null;
  to: string | null;
  status: OrderStatus | null;
  fulfillment: FulfillmentStatus | null;
  /** The order after which a page begins. */
  after: Cursor | null;
};

export const everyOrder: OrderSearch = {
  tab: "all",
  query: "",
  from: null,
  to: null,
  status: null,
  fulfillment: null,
  after: null,
};

export function parseOrderSearch(params: URLSearchParams): OrderSearch {
  const one = <Known extends string>(known: readonly Known[], name: string) =>
    known.find((value) => value === params.get(name)) ?? null;
  return {
    tab: one(orderTabs, "tab") ?? "all",
    query: oneLine(params.get("q"), QUERY_LENGTH_MAX),
    from: parseDay(params.get("from")),
    to: parseDay(params.get("to")),
    status: one(orderStatuses, "status"),
    fulfillment: one(fulfillmentStatuses, "fulfillment"),
    after: parseCursor(params.get("after")),
  };
}

/** Whether a search leaves orders out, apart from the page it is on. */
export function isFiltered(search: OrderSearch): boolean {
  return orderSearchText({ ...search, after: null }) !== "";
}

/** The query string of a search, "" for the default, otherwise beginning with "?". */
export function orderSearchText({ tab, query, from, to, status, fulfillment, after }: OrderSearch): string {
  const fields = { q: query, from, to, status, fulfillment };
  return queryText({ tab: tab !== "all" && tab, ...fields, after: after && cursorText(after) });
}

/** A day that exists, between the years 2000 and 2199; anything else is none. */
function parseDay(text: string | null): string | null {
  if (!/^2[01]\d{2}-\d{2}-\d{2}$/.test(text ?? "")) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  return time > 0 && new Date(time).toISOString().startsWith(`${text}T`) ? text : null;
}
