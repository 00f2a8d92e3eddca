// What drawer and checkout do with a cart; adding to it is in cart.ts, which every page loads.

import type { Cents } from "../money/money.ts";
import { effectivePrice } from "../product/product.ts";
import { type Cart, type CartLine, keyOf, quantityMax, removeLine } from "./cart.ts";

export function unitPrice(line: CartLine): Cents {
  return effectivePrice(line.product);
}

/** The lines as pricing takes them. */
export function linesToPrice(cart: Cart) {
  return cart.lines.map((line) => ({
    productId: line.product.id,
    unitPrice: unitPrice(line),
    quantity: line.quantity,
  }));
}

/** Sets a line's quantity, at most its stock; 0 or less removes the line. */
export function changeQuantity(cart: Cart, key: string, quantity: number): Cart {
  const line = cart.lines.find((candidate) => keyOf(candidate) === key);
  if (!line || !Number.isInteger(quantity)) return cart;
  const bounded = Math.min(quantity, quantityMax(line));
  return bounded <= 0 ? removeLine(cart, key) : replaceLine(cart, { ...line, quantity: bounded });
}

function replaceLine(cart: Cart, changed: CartLine): Cart {
  return { lines: cart.lines.map((line) => (keyOf(line) === keyOf(changed) ? changed : line)) };
}
