// What customers see of an order through the link in their email, with its state in plain words.

import type { Totals } from "../checkout/pricing.ts";
import type { OpenExtraPayment } from "../extra-payment/extra-payment.ts";
import type { FulfillmentStep } from "./fulfillment.ts";
import {
  type FulfillmentStatus,
  type Order,
  type OrderEvent,
  type OrderStatus,
  paidStatuses,
} from "./order.ts";
import type { Shipment } from "./shipments.ts";
import { unitsToSend } from "./units.ts";

/** The payment's id, flags and the source of a change are for the owner alone, so they are left out. */
export type OrderPage = Pick<
  Order,
  keyof Totals | "id" | "number" | "status" | "fulfillment" | "items" | "address" | "createdAt" | "arrival"
> & {
  /** The promised days have passed. */
  isLate: boolean;
  /** What the customer wrote on this page, oldest first. `at` is an ISO time. */
  requests: { subject: string; at: string }[];
  /** Oldest first. */
  history: OrderPageEvent[];
  /** First one first. */
  shipments: Shipment[];
  /** Units came back, and others go for them: no days were promised for those. */
  hasExchange: boolean;
  /** What its customer is asked to pay for a swap; null: nothing. */
  extraPayment: OpenExtraPayment | null;
};

/** "pat@example.com" → "p…@example.com": enough to know one's own address again. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "…" : `${Array.from(email)[0]}…${email.slice(at)}`;
}

/** `at` is an ISO time. */
type OrderPageEvent = {
  status: OrderStatus | FulfillmentStep | "corrected" | "refund_failed" | "dispute_settled";
  at: string;
};

type Words = { title: string; explanation: string };

const beforePaid: Record<"pending" | "processing" | "failed" | "canceled", Words> = {
  pending: {
    title: "Waiting for your payment",
    explanation: "We received your order. We'll pack it as soon as your payment goes through.",
  },
  processing: {
    title: "Your payment is in progress",
    explanation:
      "Your bank is still processing it. You don't need to do anything, and there's no need to order again. We'll email you when it's done.",
  },
  failed: {
    title: "Your payment didn't go through",
    explanation: "You were not charged, and nothing will ship. You can order again anytime.",
  },
  canceled: {
    title: "Your order was canceled",
    explanation: "You were not charged, and nothing will ship. You can order again anytime.",
  },
};

const onItsWay: Record<FulfillmentStatus, Words> = {
  unfulfilled: {
    title: "We're preparing your order",
    explanation: "We've received your payment. We'll email you when your order ships.",
  },
  shipped: {
    title: "Your order is on its way",
    explanation: "Your order has left our shop.",
  },
  delivered: {
    title: "Your order was delivered",
    explanation: "Enjoy! Is something not right? Tell us below.",
  },
  returned: { title: "Your order was returned", explanation: "Questions about it? Contact us." },
  canceled: {
    title: "Your order was canceled",
    explanation:
      "Nothing will ship. Your refund goes to your original payment method, usually within 5 to 10 business days.",
  },
};

const pickedUp: Words = { ...onItsWay.delivered, title: "Your order was picked up" };

const partly: Words = {
  title: "Part of your order is on its way",
  explanation: "The rest will follow. We'll email you about each shipment.",
};

const partlyPickedUp: Words = { ...partly, title: "Part of your order was picked up" };

const exchanging: Words = {
  title: "Your exchange is being packed",
  explanation: "We've received your return. We'll email you when your replacement ships.",
};

const nothingLeft: Words = {
  title: "Nothing left to ship",
  explanation:
    "We refunded all items of your order. The refund goes to your original payment method, usually within 5 to 10 business days.",
};

type OrderState = Pick<OrderPage, "status" | "fulfillment"> &
  Partial<Pick<OrderPage, "items" | "hasExchange">> & {
    shipments?: readonly Partial<Pick<Shipment, "way">>[];
  };

const isPickup = ({ way }: Partial<Pick<Shipment, "way">>) => way === "pickup";

/** All of it has left, and its customer came for it. */
function isPickedUp({ fulfillment, shipments = [] }: OrderState): boolean {
  const hasLeft = fulfillment === "shipped" || fulfillment === "delivered";
  return hasLeft && shipments.length > 0 && shipments.every(isPickup);
}

/** Where the goods are. */
function formatItems(order: OrderState): Words {
  const { fulfillment, shipments = [], hasExchange = false } = order;
  if (fulfillment !== "unfulfilled" || shipments.length === 0)
    return isPickedUp(order) ? pickedUp : onItsWay[fulfillment];
  if (hasExchange) return exchanging;
  return shipments.every(isPickup) ? partlyPickedUp : partly;
}

/** Every item was refunded before one of them left. */
function isNothingLeft({ status, fulfillment, shipments = [], items }: OrderState): boolean {
  const isPaid = paidStatuses.includes(status) && status !== "refunded";
  if (!isPaid || fulfillment !== "unfulfilled" || shipments.length > 0 || !items) return false;
  return items.length > 0 && items.every((item) => unitsToSend(item) === 0);
}

/** The state of an order in words for its customer. A cancellation comes first, then a refund. */
export function formatOrderState(order: OrderState): Words {
  const { status, fulfillment } = order;
  const goods = formatItems(order);
  if (isNothingLeft(order)) return nothingLeft;
  if (fulfillment === "canceled") return onItsWay.canceled;
  if (status === "refunded") {
    return {
      title: "Your order was refunded",
      explanation:
        "We're refunding the full amount to your original payment method, usually within 5 to 10 business days.",
    };
  }
  if (status === "partially_refunded") {
    const { title, explanation } = goods;
    return {
      title,
      explanation: `${explanation} We refunded part of the amount to your original payment method.`,
    };
  }
  if (status === "paid" || status === "disputed") return goods;
  return beforePaid[status];
}

export type ProgressStep = { name: string; state: "done" | "now" | "ahead" };

const stepNames = ["Placed", "Packed", "On its way", "Delivered"];
/** The step of an order of which a part has left. */
const PACKED = 1;
const pickupSteps = ["Placed", "Packed", "Picked up"];
const stepReached: Record<Exclude<FulfillmentStatus, "returned" | "canceled">, number> = {
  unfulfilled: 0,
  shipped: 2,
  delivered: 3,
};

/** How far an order has come; null for one that has ended, or came back. */
export function progressOf(order: OrderState): ProgressStep[] | null {
  const { status, fulfillment, shipments = [] } = order;
  if (isNothingLeft(order)) return null;
  if (["failed", "canceled", "refunded"].includes(status)) return null;
  if (fulfillment === "returned" || fulfillment === "canceled") return null;
  const isPart = fulfillment === "unfulfilled" && shipments.length > 0;
  const names = isPickedUp(order) ? pickupSteps : stepNames;
  const reached = isPart ? PACKED : Math.min(stepReached[fulfillment], names.length - 1);
  return names.map((name, step) => ({
    name,
    state: step === reached ? "now" : step < reached ? "done" : "ahead",
  }));
}

/** Whether the promised days are said: not before the payment is in, not after the shipment has come or was picked up, nor of an exchange. */
export function isAwaited(order: OrderState): boolean {
  if (order.hasExchange || isNothingLeft(order) || isPickedUp(order)) return false;
  const isPaid = paidStatuses.includes(order.status) && order.status !== "refunded";
  return isPaid && (order.fulfillment === "unfulfilled" || order.fulfillment === "shipped");
}

/** How far a paid order has been refunded. */
const wentBack: Partial<Record<OrderStatus, number>> = { paid: 0, partially_refunded: 1, refunded: 2 };

/**
 * The outcome of an order's payment, as its customer reads it. An order also comes back to a status that it had, when a
 * refund fails or the bank has decided: told by the status alone, a payment would come in twice.
 * `extraPaymentsReturned`: when extra payments came in that are refunded in full. They make a refunded order a partly refunded one for a while.
 */
export function historyOfMoney(
  events: readonly Pick<OrderEvent, "from" | "to" | "at">[],
  extraPaymentsReturned: readonly string[],
): OrderPageEvent[] {
  let told = -1;
  return events.flatMap(({ from, to, at }): OrderPageEvent[] => {
    const back = wentBack[to];
    if (back === undefined) return [{ status: to, at }];
    const before = told;
    if (back < before && from !== "disputed" && extraPaymentsReturned.includes(at)) return [];
    told = back;
    if (back > before) return [{ status: to, at }];
    if (from === "disputed") return [{ status: "dispute_settled", at }];
    return back < before ? [{ status: "refund_failed", at }] : [];
  });
}

const steps: Record<OrderPageEvent["status"], string> = {
  corrected: "Order changed",
  pending: "Order placed",
  processing: "Payment in progress",
  paid: "Payment received",
  failed: "Payment didn't go through",
  canceled: "Order canceled",
  partially_refunded: "Partially refunded",
  refunded: "Refunded",
  refund_failed: "A refund didn't go through; we're looking into it",
  disputed: "The bank is reviewing the payment",
  dispute_settled: "The bank finished its review",
  shipped: "Shipped",
  delivered: "Delivered",
  returned: "Returned to us",
};

/** One line of the order's history. */
export function formatOrderEvent({ status }: Pick<OrderPageEvent, "status">): string {
  return steps[status];
}
