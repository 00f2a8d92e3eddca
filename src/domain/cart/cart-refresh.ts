// Prices and stock change while a cart lies in a browser: what the server says today goes into it, and what is
// different is told line by line.

import type { Cents } from "../money/money.ts";
import { type Cart, type CartLine, keyOf, lineKey, lineName, quantityMax, unitPrice } from "./cart.ts";

/** What the server says about one line today. `available` is 0 when it is sold out or gone. */
export type FreshLine = {
  productId: string;
  selectedOption: string | null;
  name: string;
  image: string | null;
  price: Cents;
  salePrice: Cents | null;
  available: number;
  exists: boolean;
};

export type CartChange =
  | { kind: "gone"; name: string }
  | { kind: "sold-out"; name: string }
  | { kind: "less"; name: string; quantity: number }
  | { kind: "price"; name: string; before: Cents; after: Cents };

/** Takes today's prices and stock into a stored cart and lists, line by line, what the shopper must know. */
export function refreshCart(cart: Cart, fresh: FreshLine[]): { cart: Cart; changes: CartChange[] } {
  const byKey = new Map(fresh.map((line) => [lineKey(line.productId, line.selectedOption), line]));
  const changes: CartChange[] = [];
  const lines = cart.lines.flatMap((line) => {
    const today = byKey.get(keyOf(line));
    if (!today) return [line];
    const name = lineName(line);
    if (!today.exists) return noted(changes, { kind: "gone", name });
    if (today.available <= 0) return noted(changes, { kind: "sold-out", name });
    const { name: productName, image, price, salePrice, available } = today;
    const product = { id: line.product.id, name: productName, image, price, salePrice, available };
    const updated = { ...line, product, quantity: Math.min(line.quantity, quantityMax({ product })) };
    if (updated.quantity < line.quantity) changes.push({ kind: "less", name, quantity: updated.quantity });
    const [before, after] = [unitPrice(line), unitPrice(updated)];
    if (before !== after) changes.push({ kind: "price", name, before, after });
    return [updated];
  });
  return { cart: { lines }, changes };
}

function noted(changes: CartChange[], change: CartChange): CartLine[] {
  changes.push(change);
  return [];
}
