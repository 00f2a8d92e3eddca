// Prices and stock change while a cart waits in a browser. This puts the server's current values into it and
// lists what has changed, line by line.

import type { Cents } from "../money/money.ts";
import {
  addLine,
  type Cart,
  type CartLine,
  emptyCart,
  keyOf,
  lineKey,
  lineName,
  quantityMax,
} from "./cart.ts";
import { unitPrice } from "./change-cart.ts";

/** The server's current values for one line. `available` is 0 when it is sold out or gone. */
export type FreshLine = Omit<CartLine["product"], "id"> & {
  productId: string;
  selectedOption: string | null;
  /** Absent when there is no such variant. */
  variantId?: string;
  exists: boolean;
  /** What the owner calls the option by now; absent when that is still the selected name. */
  renamedTo?: string;
};

export type CartChange =
  | { kind: "gone" | "sold-out"; name: string }
  | { kind: "less"; name: string; quantity: number }
  | { kind: "price"; name: string; before: Cents; after: Cents };

/** Puts current prices and stock into a stored cart and lists the changes that the shopper must know about. */
export function refreshCart(cart: Cart, fresh: FreshLine[]): { cart: Cart; changes: CartChange[] } {
  const byKey = new Map(fresh.map((line) => [lineKey(line.productId, line.selectedOption), line]));
  const changes: CartChange[] = [];
  const lines = cart.lines.flatMap((line) => {
    const today = byKey.get(keyOf(line));
    if (!today) return [line];
    const name = lineName(line);
    if (!today.exists || today.available <= 0) {
      changes.push({ kind: today.exists ? "sold-out" : "gone", name });
      return [];
    }
    const { productId: id, name: productName, image, price, salePrice, available, variantId } = today;
    const product = { id, name: productName, image, price, salePrice, available };
    const selectedOption = today.renamedTo ?? line.selectedOption;
    const updated = {
      ...line,
      selectedOption,
      variantId,
      product,
      quantity: Math.min(line.quantity, quantityMax({ product })),
    };
    if (updated.quantity < line.quantity) changes.push({ kind: "less", name, quantity: updated.quantity });
    const [before, after] = [unitPrice(line), unitPrice(updated)];
    if (before !== after) changes.push({ kind: "price", name, before, after });
    return [updated];
  });
  // Two names of one option make one line.
  return { cart: lines.reduceRight(addLine, emptyCart), changes };
}
