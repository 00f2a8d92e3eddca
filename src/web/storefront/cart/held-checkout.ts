import { fieldsOf } from "#domain/text/fields-of.ts";
import { kept } from "../../page/kept-value.ts";

/** The record of this browser's open checkout; its room is ../checkout/kept-checkout.ts. */
export const openCheckout = kept(() => localStorage, "openCheckout");

/** The order that the open checkout may become; null: there is none. What it holds is this shopper's own, not sold out. */
export function heldOrderId(): string | null {
  const { orderId } = fieldsOf(openCheckout.load());
  return typeof orderId === "string" ? orderId : null;
}
