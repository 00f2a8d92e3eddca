// Each item that was sold is a unit with its own row, and is in one state. Which may follow which is this table: the
// database refuses every other change, and a test tries every pair.
import type { Order, OrderItem } from "./order.ts";

export const unitStates = ["to_ship", "shipped", "returned", "canceled", "replaced"] as const;

/**
 * shipped: it left, and is with the customer as far as the shop knows. returned: it came back. canceled: it never ships.
 * replaced: the customer gets another unit instead.
 */
export type UnitState = (typeof unitStates)[number];

export const unitTransitions: Record<UnitState, readonly UnitState[]> = {
  to_ship: ["shipped", "canceled", "replaced"],
  shipped: ["returned"],
  returned: ["replaced"],
  // The refund of a unit that had not shipped has failed.
  canceled: ["to_ship"],
  replaced: [],
};

/** How many units, by the id of their order item. */
export type Quantities = Readonly<Record<string, number>>;

export function countUnits(quantities: Quantities): number {
  return Object.values(quantities).reduce((sum, each) => sum + each, 0);
}

// How many units of an item are where. A unit that was sent may be refunded, too.
type Units = Pick<OrderItem, "quantity" | "refunded" | "canceled" | "sent">;

/** What the shopper keeps or still gets. */
export function unitsKept({ quantity, refunded }: Units): number {
  return quantity - refunded;
}

export function unitsToSend({ quantity, canceled, sent }: Units): number {
  return Math.max(0, quantity - canceled - sent);
}

/** Sent, and not refunded. */
export function unitsWithShopper({ refunded, canceled, sent }: Units): number {
  return Math.max(0, sent - (refunded - canceled));
}

/** What a packing slip lists: what is to be sent; when all is on its way, what was sent; nothing of an order whose money is gone. */
export function packedLines({ status, items }: Pick<Order, "status" | "items">): OrderItem[] {
  if (status === "refunded") return [];
  const toSend = linesWith(items, unitsToSend);
  return toSend.length > 0 ? toSend : linesWith(items, ({ sent }) => sent);
}

/** The lines of which there are units by this count, with that number as their quantity. */
export function linesWith<Line extends Units>(lines: readonly Line[], count: (line: Line) => number): Line[] {
  return lines.flatMap((line) => (count(line) > 0 ? [{ ...line, quantity: count(line) }] : []));
}
