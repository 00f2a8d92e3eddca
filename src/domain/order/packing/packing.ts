// The packing table: what waits to be sent, how urgent it is, and what to take from the shelf for it.
import { type Arrival, arrivalOf, type DeliveryRules } from "../../checkout/delivery.ts";
import type { Order, OrderItem, WaitingFor } from "../order.ts";
import { linesWith, unitsToSend } from "../units.ts";

/** How many orders one page of the packing table has, and so one pick list. */
export const PACKING_PER_PAGE = 50;

/** The number of waiting orders is counted up to here. */
export const WAITING_ORDERS_MAX = 1_000;

/** An order that is paid and not (or only in part) shipped. */
export type WaitingOrder = Pick<
  Order,
  "id" | "number" | "createdAt" | "customerName" | "address" | "arrival" | "attention" | "items"
> & {
  /** How often its address, email, or units were corrected. */
  corrections: number;
  /** Something of it goes in exchange, for which no day was promised. */
  hasExchange: boolean;
  waitingFor: WaitingFor;
};

/**
 * late: even what is sent today comes after the promised day. today: what is sent on the next working day does, so it is
 * said from the last working day on which the promise can be kept.
 */
export type Urgency = "late" | "today" | null;

/**
 * What promises ask for at this moment (milliseconds), for all orders of a page: the days are found once and not for each.
 * A shipment is taken to need the owner's shortest time.
 */
export function urgencyAt(nowMs: number, rules: DeliveryRules): (promised: Arrival) => Urgency {
  const { from: earliest } = arrivalOf(nowMs, rules);
  // What leaves on the next working day comes one delivery day later, however many days lie between.
  const { from: next } = arrivalOf(nowMs, { ...rules, deliveryDaysMin: rules.deliveryDaysMin + 1 });
  return (promised) => (earliest > promised.to ? "late" : next > promised.to ? "today" : null);
}

/** So many units of one option of a product; `orders`: the numbers of those that need it. */
export type ListedPick = Pick<OrderItem, "name" | "image" | "variation"> & {
  key: string;
  quantity: number;
  orders: number[];
};

/** Everything to take from the shelf for these orders, each option once, in the order of names and then as first met. */
export function pickList(orders: readonly Pick<WaitingOrder, "number" | "items">[]): ListedPick[] {
  const picks = new Map<string, ListedPick>();
  for (const { number, items } of orders) {
    for (const { productId, name, image, variation, quantity } of linesWith(items, unitsToSend)) {
      const key = `${productId ?? name}/${variation ?? ""}`;
      const known = picks.get(key) ?? { key, name, image, variation, quantity: 0, orders: [] };
      known.quantity += quantity;
      if (known.orders.at(-1) !== number) known.orders.push(number);
      picks.set(key, known);
    }
  }
  return [...picks.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
