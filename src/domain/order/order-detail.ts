// An order with everything that happened to it, as the owner sees it.

import type { Cents } from "../money/money.ts";
import type { ParcelStep, Shipment } from "./fulfillment.ts";
import type { Order, OrderEvent, OrderStatus } from "./order.ts";

const refundStates = ["pending", "requires_action", "succeeded", "failed", "canceled"] as const;
export type RefundState = (typeof refundStates)[number];

/** Times are ISO. */
export type ParcelEvent = Shipment & {
  to: ParcelStep;
  /** Puts the carrier or the tracking number right; the parcel itself did not move. */
  isCorrection: boolean;
  actor: string;
  at: string;
};
type OrderNote = { author: string; note: string; at: string };
type OrderRefund = {
  amount: Cents;
  state: RefundState;
  reason: string | null;
  source: string;
  at: string;
};
/** A sold line of which `quantity` pieces may go back on the shelf: it is known there, and they have not yet. */
export type RestockableLine = { itemId: string; name: string; variation: string | null; quantity: number };
/** A payment that the cardholder's bank has taken back or asks about. `dueAt`: until when it takes evidence. */
export type OrderDispute = {
  id: string;
  amount: Cents;
  status: string;
  reason: string;
  dueAt: string | null;
  at: string;
};
type OrderMail = { kind: string; state: "waiting" | "sent" | "failed"; at: string };

export type OrderDetail = Order & {
  /** What the provider has of the payment. */
  received: Cents;
  /** What went back or is on its way back. */
  refunded: Cents;
  parcel: ParcelEvent[];
  notes: OrderNote[];
  refunds: OrderRefund[];
  mails: OrderMail[];
  disputes: OrderDispute[];
  restockable: RestockableLine[];
  /** The orders placed right after and right before this one. */
  newerId: string | null;
  olderId: string | null;
};

export type TimelineEntry =
  | { kind: "status"; at: string; event: OrderEvent }
  | { kind: "parcel"; at: string; event: ParcelEvent }
  | { kind: "refund"; at: string; refund: OrderRefund }
  | { kind: "note"; at: string; note: OrderNote }
  | { kind: "mail"; at: string; mail: OrderMail };

/** Everything that happened to an order, the latest first; what happened at one moment stays in its order. */
export function orderTimeline(
  order: Pick<OrderDetail, "events" | "parcel" | "refunds" | "notes" | "mails">,
): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...order.events.map((event) => ({ kind: "status" as const, at: event.at, event })),
    ...order.refunds.map((refund) => ({ kind: "refund" as const, at: refund.at, refund })),
    ...order.parcel.map((event) => ({ kind: "parcel" as const, at: event.at, event })),
    ...order.notes.map((note) => ({ kind: "note" as const, at: note.at, note })),
    ...order.mails.map((mail) => ({ kind: "mail" as const, at: mail.at, mail })),
  ];
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).reverse();
}

/** By whom the parcel travels, as it was last written down; null when none was sent. */
export function currentShipment({ parcel }: Pick<OrderDetail, "parcel">): Shipment | null {
  const sent = parcel.findLast(({ to }) => to === "shipped");
  return sent ? { carrier: sent.carrier, trackingNumber: sent.trackingNumber } : null;
}

/** No money has come in; such an order can be canceled. */
export const unpaidStatuses: readonly OrderStatus[] = ["pending", "processing", "failed"];

const closedDisputes = ["won", "lost", "warning_closed", "prevented"];

/** Whether the bank still decides. The database has the same list; a test compares the two. */
export function isDisputeOpen({ status }: Pick<OrderDispute, "status">): boolean {
  return !closedDisputes.includes(status);
}

export const REFUND_REASON_LENGTH_MAX = 500;

/** What can still be given back. */
export function refundable({ received, refunded }: Pick<OrderDetail, "received" | "refunded">): Cents {
  return Math.max(0, received - refunded);
}
