// A customer is an email address that bought or wrote. There is no account: the shop's data about a customer is in orders,
// messages, reviews, and emails they asked for, and a page is named by any order or message of theirs, so no address of a
// page has an email.
import type { Cents } from "../money/money.ts";
import type { OrderStatus } from "../order/order.ts";
import { type Cursor, cursorText, parseCursor } from "../text/cursor.ts";
import { queryText } from "../text/query-text.ts";
import { plainText } from "../text/typed/plain-text.ts";

/** What orders with one email address came to. `spent`: what was paid, less refunds. */
export type CustomerSums = { orders: number; spent: Cents };

/** As the list shows a customer; `id` is their newest order. Times are ISO. */
export type CustomerSummary = CustomerSums & { id: string; name: string; email: string; lastAt: string };

/** Of each kind, a customer's page shows so many of the newest. */
export const SHOWN_OF_CUSTOMER = 20;

export type CustomerOrder = {
  id: string;
  number: number;
  status: OrderStatus;
  total: Cents;
  refunded: Cents;
  at: string;
};
export type CustomerMessage = { id: string; subject: string; isAnswered: boolean; at: string };
export type CustomerReview = {
  productId: string;
  product: string;
  stars: number;
  text: string;
  state: string;
  at: string;
};
export type CustomerRestock = {
  productId: string;
  product: string;
  option: string;
  state: "asked" | "waiting" | "told";
  at: string;
};
/** Of an unfinished checkout. `at`: when the box at the checkout was ticked. */
export type CustomerReminder = { state: "waiting" | "sent" | "dropped"; at: string };

export type Customer = CustomerSums & {
  /** The order or message that the page is named by. */
  id: string;
  name: string;
  email: string;
  /** Null for a person who only wrote. */
  firstAt: string | null;
  recentOrders: CustomerOrder[];
  messages: CustomerMessage[];
  reviews: CustomerReview[];
  restock: CustomerRestock[];
  /** Those that they asked for; they go with their checkouts. */
  reminders: CustomerReminder[];
  /** They said that they want no email that asks for a review. */
  isReviewsStopped: boolean;
  /** They said that they want no reminder of an unfinished checkout. */
  isRemindersStopped: boolean;
};

const QUERY_LENGTH_MAX = 100;

/** `query`: words of names and emails. `after`: the newest order of the customer after whom a page begins. */
export type CustomerSearch = { query: string; after: Cursor | null };

export function parseCustomerSearch(params: URLSearchParams): CustomerSearch {
  return { query: plainText(params.get("q"), QUERY_LENGTH_MAX), after: parseCursor(params.get("after")) };
}

export function customerSearchText({ query, after }: CustomerSearch): string {
  return queryText({ q: query, after: after && cursorText(after) });
}

/** "1st", "2nd", "3rd", "11th". */
export function ordinal(place: number): string {
  const tens = place % 100;
  const ending = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}
