// What an order is, which payment states it may pass through, and how it is shown. The table below holds all
// transitions: the database refuses every other one, and a test tries every pair.

import type { Arrival } from "../checkout/delivery.ts";
import type { Totals } from "../checkout/pricing.ts";
import type { Cents } from "../money/money.ts";
import type { OrderAddress } from "../postal-address/shipping-address.ts";
import type { ProductImage } from "../product/image.ts";

export const orderStatuses = [
  "pending",
  "processing",
  "paid",
  "failed",
  "canceled",
  "partially_refunded",
  "refunded",
  "disputed",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["processing", "paid", "failed", "canceled"],
  processing: ["paid", "failed", "canceled"],
  failed: ["processing", "paid", "canceled"],
  paid: ["partially_refunded", "refunded", "disputed"],
  partially_refunded: ["refunded", "disputed", "paid"],
  disputed: ["paid", "partially_refunded", "refunded"],
  refunded: ["partially_refunded", "paid", "disputed"],
  canceled: ["paid"],
};

/** The order's money has come in, even if some of it was refunded later. */
export const paidStatuses: readonly OrderStatus[] = ["paid", "partially_refunded", "refunded", "disputed"];

export const fulfillmentStatuses = ["unfulfilled", "shipped", "delivered", "returned", "canceled"] as const;
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number];

/** A line as it was sold, which never changes, even when the product does; and the states of its units. */
export type OrderItem = {
  id: string;
  productId: string | null;
  /** Left out when the shop had no such variant. */
  variantId?: string;
  name: string;
  image: ProductImage | null;
  variation: string | null;
  quantity: number;
  /** Cents per unit. */
  price: Cents;
  /** Units that refunds that stand were for. */
  refunded: number;
  /** Of the refunded units, those that had not left. */
  canceled: number;
  sent: number;
  /** The line's part of the order's discount, for all its units together; left out where it has none. */
  discount?: Cents;
};

export type OrderSummary = {
  id: string;
  number: number;
  customerName: string;
  customerEmail: string;
  status: OrderStatus;
  fulfillment: FulfillmentStatus;
  paymentIntentId: string | null;
  itemCount: number;
  total: Cents;
  /** ISO time. */
  createdAt: string;
  attention: string[];
  /** Something has left. */
  hasShipments: boolean;
  /** No money was behind it: it was paid with test keys or in the payment sandbox. */
  isRehearsal: boolean;
};

/** An order as a row of the owner's list. */
export type ListedOrder = OrderSummary & {
  /** Its first line; null for an order that has none. */
  first: Pick<OrderItem, "name" | "variation" | "image"> | null;
  /** How many lines it has besides. */
  more: number;
  /** Units of it are to be sent. */
  isToShip: boolean;
  /** A request to send units back waits for an answer. */
  hasReturn: boolean;
  /** How often it was corrected. */
  corrections: number;
  waitingFor: WaitingFor;
};

/** What a change of an order costs more and its customer was asked to pay; null: nothing is waited for. */
export type WaitingFor = Cents | null;

export type OrderEvent = {
  from: OrderStatus | null;
  to: OrderStatus;
  /** Who reported it: webhook, verify, reconciler, sweep, admin … */
  source: string;
  at: string;
};

export type Order = OrderSummary &
  Totals & {
    address: OrderAddress;
    items: OrderItem[];
    events: OrderEvent[];
    /** When it was promised to arrive. */
    arrival: Arrival;
  };

/** What is in a shipment and where it goes. */
export type PackingSlip = Pick<Order, "id" | "number" | "status" | "createdAt" | "address" | "items">;

/** 7 → "ORD-007". Assigned at creation, never changed. */
export function orderNumber(number: number): string {
  return `ORD-${String(number).padStart(3, "0")}`;
}

/** Where one sum stands for an order: with what was paid later for dearer swaps. */
export function paidInAll({ total, extraPaid }: Pick<Totals, "total" | "extraPaid">): Cents {
  return total + (extraPaid ?? 0);
}

const ORDER_ID_SHOWN = 22;

/** The first 22 characters and "...", as the confirmation page shows an order id. */
export function shortOrderId(id: string): string {
  return id.length > ORDER_ID_SHOWN ? `${id.slice(0, ORDER_ID_SHOWN)}...` : id;
}

type StatusTone = "green" | "yellow" | "red" | "blue";

/** Paid is green, processing yellow, failed red, everything else blue. */
export function statusTone(status: OrderStatus): StatusTone {
  if (status === "paid") return "green";
  if (status === "processing") return "yellow";
  return status === "failed" ? "red" : "blue";
}

/** What the confirmation page may show to anybody who knows the order's ids: no name, postal address or email. */
export type ConfirmationOrder = Pick<
  Order,
  keyof Totals | "id" | "number" | "status" | "items" | "createdAt" | "arrival"
> & {
  /** Made from the checkout's record by the shop itself: neither the browser nor the provider had told of its payment. */
  isRebuilt?: boolean;
};
