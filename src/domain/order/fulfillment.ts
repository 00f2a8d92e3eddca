// What happens to an order's goods: which state may follow which.
// An order ships only while the shop has its money: paid, or refunded in part. The database refuses every
// transition that is not in the table below, and a test compares the two.
import type { Cents } from "../money/money.ts";
import { paragraphs } from "../text/paragraphs.ts";
import type { FulfillmentStatus, Order, OrderItem, OrderStatus } from "./order.ts";

export const fulfillmentTransitions: Record<FulfillmentStatus, readonly FulfillmentStatus[]> = {
  unfulfilled: ["shipped", "canceled"],
  // Back only automatically, when there is something to ship again: returned units are exchanged, or a refund of units
  // that had not shipped has failed.
  shipped: ["delivered", "returned", "unfulfilled"],
  delivered: ["returned", "unfulfilled"],
  returned: ["unfulfilled"],
  canceled: [],
};

/** Orders in these states may be shipped. */
const shippableStatuses: readonly OrderStatus[] = ["paid", "partially_refunded"];

/** What may be told of an order's goods. */
export type FulfillmentStep = Exclude<FulfillmentStatus, "unfulfilled">;

/** What the owner does with a shipment. */
export type ShipmentStep = Exclude<FulfillmentStep, "canceled">;

export type FulfillmentRefusal =
  /** The order has that state already, through this form or another person's. */
  | "already_done"
  /** No shipment is under way that could arrive or come back. */
  | "not_shipped"
  /** The order has reached a later state. */
  | "too_late"
  /** It is not paid yet, or was refunded. */
  | "not_paid";

/** Why an order's shipment can't become `to`, or null when it can. */
export function refuseFulfillment(
  { status, fulfillment }: Pick<Order, "status" | "fulfillment">,
  to: ShipmentStep,
): FulfillmentRefusal | null {
  if (fulfillment === to) return "already_done";
  if (!fulfillmentTransitions[fulfillment].includes(to))
    return fulfillment === "unfulfilled" ? "not_shipped" : "too_late";
  if (to === "shipped" && !shippableStatuses.includes(status)) return "not_paid";
  return null;
}

export const NOTE_LENGTH_MAX = 2_000;

/** The text of a note, or null when it is empty or too long. Line breaks are kept. */
export function parseNote(text: unknown): string | null {
  const note = paragraphs(text);
  return note === "" || note.length > NOTE_LENGTH_MAX ? null : note;
}

type Stamped = Pick<Order, "status" | "fulfillment"> & {
  refunded: Cents;
  items: readonly Pick<OrderItem, "refunded">[];
  shipments: readonly unknown[];
  corrections: readonly unknown[];
  returns: readonly { lines: readonly { received: number }[] }[];
};

/** The state of an order when a form was opened. The form sends it along with its request. */
export function orderStamp({ status, fulfillment, shipments, corrections, ...order }: Stamped): string {
  const goods = `${fulfillment}-${shipments.length}`;
  return `${status}.${goods}.${refundStamp(order)}.${corrections.length}.${receivedIn(order)}`;
}

/** Units may be refunded without money. */
function refundStamp({ refunded, items }: Pick<Stamped, "refunded" | "items">): string {
  return `${refunded}-${items.reduce((sum, item) => sum + item.refunded, 0)}`;
}

function receivedIn({ returns }: Pick<Stamped, "returns">): number {
  const lines = returns.flatMap((each) => each.lines);
  return lines.reduce((sum, { received }) => sum + received, 0);
}

/** What has changed since a stamp was taken; null if nothing has. */
export function changeSince(
  stamp: string,
  order: Parameters<typeof orderStamp>[0],
): "status" | "shipment" | "refund" | "correction" | "return" | null {
  if (stamp === orderStamp(order)) return null;
  const [, fulfillment, refunded, corrections, received] = stamp.split(".");
  if (refunded !== refundStamp(order)) return "refund";
  if (corrections !== String(order.corrections.length)) return "correction";
  if (received !== String(receivedIn(order))) return "return";
  return fulfillment === `${order.fulfillment}-${order.shipments.length}` ? "status" : "shipment";
}
