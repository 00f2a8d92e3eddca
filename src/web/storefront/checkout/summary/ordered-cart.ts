// The cart at the time of 'Pay Now', kept in the tab's session so that the confirmation page
// can show it while the payment is processing. It is never sent: the server has its own record of the order.
import type { Cart } from "#domain/cart/cart.ts";
import type { Totals } from "#domain/checkout/pricing.ts";
import type { AppliedDiscount } from "#domain/discount/discount.ts";
import { isCents } from "#domain/money/money.ts";
import { isRecord } from "../json-fields.ts";
import { lineOfCart, type OrderLineView } from "./order-line.tsx";

export type OrderedCart = Totals & { items: OrderLineView[] };

export function orderedCartOf(cart: Cart, totals: Totals): OrderedCart {
  return { items: cart.lines.map(lineOfCart), ...totals };
}

/** The stored value → the ordered cart, or null. Never throws. */
export function parseOrderedCart(stored: unknown): OrderedCart | null {
  if (!isRecord(stored)) return null;
  const { items, subtotal, discount, tax, shipping, total } = stored;
  if (!isCents(subtotal) || !isCents(tax) || !isCents(shipping) || !isCents(total)) return null;
  if (!Array.isArray(items) || !items.every(isLine)) return null;
  const sums = { items, subtotal, tax, shipping, total };
  return isDiscount(discount) ? { ...sums, discount } : sums;
}

function isDiscount(value: unknown): value is AppliedDiscount {
  return isRecord(value) && typeof value.name === "string" && isCents(value.amount);
}

function isLine(value: unknown): value is OrderLineView {
  if (!isRecord(value)) return false;
  const { key, name, imageUrl, option, quantity, unitPrice: price } = value;
  const isTextOrNull = (text: unknown) => text === null || typeof text === "string";
  return (
    typeof key === "string" &&
    typeof name === "string" &&
    isTextOrNull(imageUrl) &&
    isTextOrNull(option) &&
    isCents(quantity) &&
    isCents(price)
  );
}
