// An order with its whole history, as the owner sees it.

import type { ExtraPayment } from "../extra-payment/extra-payment.ts";
import type { Cents } from "../money/money.ts";
import type { ReturnRequest } from "../returns/return-request.ts";
import type { OrderCorrection } from "./corrections.ts";
import type { FulfillmentStep } from "./fulfillment.ts";
import { type Order, type OrderEvent, type OrderStatus, paidStatuses } from "./order.ts";
import type { RefundableOrder } from "./refund-parts.ts";
import type { Sending, Shipment, Tracking } from "./shipments.ts";
import type { Shelf } from "./swap.ts";

export type RefundState = "pending" | "requires_action" | "succeeded" | "failed" | "canceled";

/** Times are ISO. */
export type ShipmentEvent = Tracking & {
  to: FulfillmentStep;
  /** Why it was canceled, and what that put back on the shelf. */
  reason: string | null;
  restocked: NamedQuantity[];
  /** null: a step of the whole order. */
  shipmentId: string | null;
  /** Corrects the carrier or the tracking number; the shipment itself did not move. */
  isCorrection: boolean;
  actor: string;
  at: string;
};
type OrderNote = { author: string; note: string; at: string };
/** So many units of a line. */
export type NamedQuantity = { name: string; variation: string | null; quantity: number };
/** What a refund was for, in cents; the parts are null while it is unknown. */
export type OrderRefund = {
  id: string;
  amount: Cents;
  state: RefundState;
  reason: string | null;
  source: string;
  at: string;
  goods: Cents | null;
  tax: Cents | null;
  shipping: Cents | null;
  /** What the amount is more or less than its other parts. */
  adjustment: Cents | null;
  lines: NamedQuantity[];
  /** What it put back on the shelf. */
  restocked: NamedQuantity[];
};
/** A payment that the cardholder's bank has reversed or questions. `dueAt`: the deadline for evidence. */
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
  /** How much the provider has received. */
  received: Cents;
  /** How much was refunded, refunds under way included. */
  refunded: Cents;
  shipmentEvents: ShipmentEvent[];
  shipments: Shipment[];
  /** First one first. */
  corrections: OrderCorrection[];
  /** The options of its products. */
  shelves: Shelf[];
  /** Its place among the orders with its email, how many those are, and what they came to, less refunds; null: it has no email. */
  customer: { place: number; orders: number; spent: Cents } | null;
  /** It was a test order, and the owner has cleared it. */
  isCleared: boolean;
  /** How the previous shipment was sent, of any order; null before the first one. */
  lastSending: Pick<Sending, "way" | "carrier"> | null;
  notes: OrderNote[];
  refunds: OrderRefund[];
  mails: OrderMail[];
  disputes: OrderDispute[];
  refundable: RefundableOrder;
  /** What its customer was asked to pay for swaps, oldest first. */
  extraPayments: ExtraPayment[];
  /** What its customer asked to send back, oldest first. */
  returns: ReturnRequest[];
  /** The orders placed right after and right before this one. */
  newerId: string | null;
  olderId: string | null;
};

export type TimelineEntry =
  | { kind: "status"; at: string; event: OrderEvent }
  | { kind: "shipment"; at: string; event: ShipmentEvent }
  | { kind: "refund"; at: string; refund: OrderRefund }
  | { kind: "correction"; at: string; correction: OrderCorrection }
  | { kind: "extra-payment"; at: string; extraPayment: ExtraPayment; isEnd: boolean }
  | { kind: "note"; at: string; note: OrderNote }
  | { kind: "mail"; at: string; mail: OrderMail };

/** The history of an order, latest first. Entries of one moment keep their sequence. */
export function orderTimeline(
  order: Pick<
    OrderDetail,
    "events" | "shipmentEvents" | "refunds" | "corrections" | "extraPayments" | "notes" | "mails"
  >,
): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...order.events.map((event) => ({ kind: "status" as const, at: event.at, event })),
    ...order.refunds.map((refund) => ({ kind: "refund" as const, at: refund.at, refund })),
    ...order.corrections.map((correction) => ({
      kind: "correction" as const,
      at: correction.at,
      correction,
    })),
    ...order.extraPayments.flatMap((extraPayment) => [
      { kind: "extra-payment" as const, at: extraPayment.at, extraPayment, isEnd: false },
      ...(extraPayment.endedAt === null
        ? []
        : [{ kind: "extra-payment" as const, at: extraPayment.endedAt, extraPayment, isEnd: true }]),
    ]),
    ...order.shipmentEvents.map((event) => ({ kind: "shipment" as const, at: event.at, event })),
    ...order.notes.map((note) => ({ kind: "note" as const, at: note.at, note })),
    ...order.mails.map((mail) => ({ kind: "mail" as const, at: mail.at, mail })),
  ];
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).reverse();
}

/** No money has come in, so the order can be canceled. */
export const unpaidStatuses: readonly OrderStatus[] = ["pending", "processing", "failed"];

const closedDisputes = ["won", "lost", "warning_closed", "prevented"];

/** Whether the bank has yet to decide. The database has the same list, and a test compares the two. */
export function isDisputeOpen({ status }: Pick<OrderDispute, "status">): boolean {
  return !closedDisputes.includes(status);
}

/** The bank only asks about the payment so far, and has taken no money. */
export function isInquiry({ status }: Pick<OrderDispute, "status">): boolean {
  return status.startsWith("warning_");
}

/** The bank has withdrawn the payment and has yet to decide, so nothing can be refunded. The server has the same rule in SQL, and a test compares the two. */
export function hasChargeback({ disputes }: { disputes: readonly Pick<OrderDispute, "status">[] }): boolean {
  return disputes.some((dispute) => isDisputeOpen(dispute) && !isInquiry(dispute));
}

export const REFUND_REASON_LENGTH_MAX = 500;

/** Some of its money is left, and the bank does not have it. */
export function canRefund(
  order: Pick<OrderDetail, "status" | "received" | "refunded" | "disputes">,
): boolean {
  return paidStatuses.includes(order.status) && refundable(order) > 0 && !hasChargeback(order);
}

/** It has units that no refund has taken out of it, with money or without. */
export function canTakeOut(
  order: Pick<OrderDetail, "status" | "fulfillment" | "disputes"> & {
    refunds: readonly Pick<OrderRefund, "goods" | "state">[];
    items: readonly Pick<OrderDetail["items"][number], "quantity" | "refunded">[];
  },
): boolean {
  const isOpen = paidStatuses.includes(order.status) && order.fulfillment !== "canceled";
  const isKnown = !hasChargeback(order) && !order.refunds.some(isUnassigned);
  return isOpen && isKnown && order.items.some(({ quantity, refunded }) => refunded < quantity);
}

/** Paid, not shipped, and not disputed with the bank: the order can be canceled, and the rest of its payment refunded. */
export function canCancelPaid(
  order: Pick<OrderDetail, "status" | "fulfillment" | "shipments" | "disputes">,
): boolean {
  const { status, fulfillment, shipments } = order;
  const hasLeft = fulfillment !== "unfulfilled" || shipments.length > 0;
  return paidStatuses.includes(status) && !hasLeft && !hasChargeback(order);
}

/** A refund that stands and whose items are unknown. */
export function isUnassigned({ goods, state }: Pick<OrderRefund, "goods" | "state">): boolean {
  return goods === null && state !== "failed" && state !== "canceled";
}

/** How much can still be refunded. */
export function refundable({ received, refunded }: Pick<OrderDetail, "received" | "refunded">): Cents {
  return Math.max(0, received - refunded);
}
