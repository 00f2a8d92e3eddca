// Forgetting a customer: who they are goes, the shop's books stay. It waits until nothing is open that needs the person.
import { orderNumber } from "../order/order.ts";
import type { OrderAddress } from "../postal-address/shipping-address.ts";

/** What an order that was forgotten says instead of a name. */
export const FORGOTTEN_NAME = "Forgotten customer";
/** The name shown on a review whose writer's data was erased. */
export const FORGOTTEN_REVIEWER = "A customer";

/** Whether nothing in an order says who bought. */
export function isForgotten({ customer_name: name, customer_email: email }: OrderAddress): boolean {
  return name === FORGOTTEN_NAME && email === "";
}

/** db/functions/customers/order-obstacles.sql, and an unfinished checkout. */
export type ObstacleKind =
  | "checkout"
  | "payment"
  | "unsent"
  | "under_way"
  | "return"
  | "refund"
  | "dispute"
  | "call";

/** Why a customer's data can't be erased yet. `until`: ISO time from when on it is no reason; null: once it has ended. */
export type Obstacle = {
  kind: ObstacleKind;
  order: { id: string; number: number } | null;
  until: string | null;
};

/** The data that a customer has left. */
export type Traces = {
  orders: number;
  messages: number;
  reviews: number;
  restock: number;
  /** Checkouts that were left without an order. */
  checkouts: number;
  /** Emails to them that are kept or wait. */
  mails: number;
};

export type ForgetPlan = { email: string; traces: Traces; obstacles: Obstacle[] };

const reasons: Record<ObstacleKind, { why: string; end: string }> = {
  checkout: {
    why: "They're checking out right now, and may still pay.",
    end: "Possible when that checkout ends, within two hours.",
  },
  payment: {
    why: "a payment for it can still go through, even after one that failed.",
    end: "Possible once the order is paid or canceled.",
  },
  unsent: {
    why: "it is paid and has not been shipped.",
    end: "Possible once it is delivered or fully refunded.",
  },
  under_way: { why: "its shipment is on the way.", end: "Possible once you mark it as delivered" },
  return: { why: "a return is open.", end: "Possible once the return is refunded, exchanged, or closed." },
  refund: { why: "a refund is in progress.", end: "Possible once the refund has completed." },
  dispute: { why: "its payment is disputed.", end: "Possible once the bank has decided." },
  call: {
    why: "a call to the payment provider is not finished.",
    end: "Possible once it is. If it needs you, you'll find it under alerts.",
  },
};

/** In words. `day`: the day of `until`. */
export function formatObstacle({ kind, order }: Obstacle, day: string | null): string {
  const { why, end } = reasons[kind];
  const when = day === null ? end : `${end}, or from ${day} on.`;
  return `${order ? `${orderNumber(order.number)}: ` : ""}${why} ${when}`;
}

const plural = (count: number, one: string, many = `${one}s`) =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** What goes and what stays, line by line; only of what there is. */
export function formatErasure(traces: Traces): { what: string; goes: string; stays: string }[] {
  const { orders, messages, reviews, restock, checkouts, mails } = traces;
  const lines = [
    {
      count: orders,
      what: plural(orders, "order"),
      goes: "Name, email, phone, street, city and ZIP code, tracking numbers, notes, corrections, reasons for returns and refunds, and the links to the order’s page",
      stays: "Number, date, products, amounts, tax, refunds, and the state for the tax report",
    },
    {
      count: checkouts,
      what: plural(checkouts, "checkout without an order", "checkouts without an order"),
      goes: "Name, email, and address",
      stays: "Products and amounts, for a few weeks",
    },
    {
      count: messages,
      what: plural(messages, "message"),
      goes: "The messages and your replies",
      stays: "Nothing",
    },
    {
      count: reviews,
      what: plural(reviews, "review"),
      goes: `The name, replaced with “${FORGOTTEN_REVIEWER}”`,
      stays: "Stars and text: hide a review that identifies its writer",
    },
    {
      count: restock,
      what: plural(restock, "back-in-stock request"),
      goes: "The requests",
      stays: "Nothing",
    },
    {
      count: mails,
      what: plural(mails, "email"),
      goes: "Recipient and content, and emails not sent yet",
      stays: "The kind of email, and when it was sent",
    },
  ];
  return lines.filter(({ count }) => count > 0).map(({ what, goes, stays }) => ({ what, goes, stays }));
}
