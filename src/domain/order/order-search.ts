// Which orders the owner's list shows, as its query string says: a tab, words to search for, days, states and
// a page. An unknown value counts as the default, so an old or mistyped link still shows orders. Days are
// those of the shop's time zone.

import { type Cursor, cursorText, parseCursor } from "../text/cursor.ts";
import { queryText } from "../text/query-text.ts";
import { plainText } from "../text/typed/plain-text.ts";
import { type FulfillmentStatus, fulfillmentStatuses, type OrderStatus, orderStatuses } from "./order.ts";

export const orderTabLabels = {
  all: "All Orders",
  recent: "Recent",
  paid: "Paid",
  processing: "Processing",
  "to-ship": "To ship",
  failed: "Failed",
  attention: "Needs attention",
};

export type OrderTab = keyof typeof orderTabLabels;
export const orderTabs = Object.keys(orderTabLabels) as OrderTab[];

/** How many days the tab 'Recent' covers. */
export const RECENT_DAYS = 7;

/** The counts of the tabs stop here: exact ones would read every order on each page. */
export const TAB_COUNT_MAX = 1_000;

/** How many orders one action may cover. */
export const CHOSEN_MAX = 100;

const QUERY_LENGTH_MAX = 100;

export type OrderSearch = {
  tab: OrderTab;
  query: string;
  /** First and last day, such as "2026-06-01"; null for any. */
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
    query: plainText(params.get("q"), QUERY_LENGTH_MAX),
    from: parseDay(params.get("from")),
    to: parseDay(params.get("to")),
    status: one(orderStatuses, "status"),
    fulfillment: one(fulfillmentStatuses, "fulfillment"),
    after: parseCursor(params.get("after")),
  };
}

/** Whether a search hides orders, its page aside. */
export function isFiltered(search: OrderSearch): boolean {
  return orderSearchText({ ...search, after: null }) !== "";
}

/** The query string of a search with its "?"; "" for the default. */
export function orderSearchText({ tab, query, from, to, status, fulfillment, after }: OrderSearch): string {
  const fields = { q: query, from, to, status, fulfillment };
  return queryText({ tab: tab !== "all" && tab, ...fields, after: after && cursorText(after) });
}

/** A day that exists, in the years 2000 to 2199; null for anything else. */
function parseDay(text: string | null): string | null {
  if (!/^2[01]\d{2}-\d{2}-\d{2}$/.test(text ?? "")) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  return time > 0 && new Date(time).toISOString().startsWith(`${text}T`) ? text : null;
}
