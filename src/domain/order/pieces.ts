// Pieces of an order's lines. Each piece that was sold is to be sent, was sent, or is canceled: refunded before it left.
// A piece that was sent may be refunded, too.
import type { Order, OrderItem } from "./order.ts";

type Pieces = Pick<OrderItem, "quantity" | "refunded" | "canceled" | "sent">;

/** What the shopper keeps or still gets. */
export function piecesKept({ quantity, refunded }: Pieces): number {
  return quantity - refunded;
}

export function piecesToSend({ quantity, canceled, sent }: Pieces): number {
  return Math.max(0, quantity - canceled - sent);
}

/** Sent, and not refunded. */
export function piecesWithShopper({ refunded, canceled, sent }: Pieces): number {
  return Math.max(0, sent - (refunded - canceled));
}

/** What a packing slip lists: what is to be sent; when all is on its way, what was sent; nothing of an order whose money is gone. */
export function packedLines({ status, items }: Pick<Order, "status" | "items">): OrderItem[] {
  if (status === "refunded") return [];
  const toSend = linesWith(items, piecesToSend);
  return toSend.length > 0 ? toSend : linesWith(items, ({ sent }) => sent);
}

/** The lines of which there are pieces by this count, with that number as their quantity. */
export function linesWith<Line extends Pieces>(
  lines: readonly Line[],
  count: (line: Line) => number,
): Line[] {
  return lines.flatMap((line) => (count(line) > 0 ? [{ ...line, quantity: count(line) }] : []));
}
