// An order with everything that happened to it, as the owner sees it.
import type { ParcelStep, Shipment } from "./fulfillment.ts";
import type { Cents } from "./money.ts";
import type { Order, OrderEvent } from "./order.ts";

export const refundStates = ["pending", "requires_action", "succeeded", "failed", "canceled"] as const;
export type RefundState = (typeof refundStates)[number];

/** Times are ISO. */
export type ParcelEvent = Shipment & { to: ParcelStep; actor: string; at: string };
export type OrderNote = { author: string; note: string; at: string };
export type OrderRefund = {
  amount: Cents;
  state: RefundState;
  reason: string | null;
  source: string;
  at: string;
};
export type OrderMail = { kind: string; state: "waiting" | "sent" | "failed"; at: string };

export type OrderDetail = Order & {
  /** What the provider has of the payment. */
  received: Cents;
  /** What went back or is on its way back. */
  refunded: Cents;
  parcel: ParcelEvent[];
  notes: OrderNote[];
  refunds: OrderRefund[];
  mails: OrderMail[];
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

/** What can still be given back. */
export function refundable({ received, refunded }: Pick<OrderDetail, "received" | "refunded">): Cents {
  return Math.max(0, received - refunded);
}
