// The record of the open checkout lives in localStorage, with the cart that it belongs to: all tabs of the browser
// share that cart, so they must share the checkout too, or two tabs would pay for one cart twice.

import { cartStore } from "../cart/cart.ts";
import { openCheckout } from "../cart/cart-settings.ts";
import { type OpenCheckout, parseOpenCheckout } from "./open-checkout.ts";

export function loadOpenCheckout(): OpenCheckout | null {
  return parseOpenCheckout(openCheckout.load(), Date.now());
}

export const saveOpenCheckout: (record: OpenCheckout | null) => void = openCheckout.save;

/** Whether there is anything to check out, or a checkout to ask about. */
export function hasCheckout(): boolean {
  return cartStore.get().lines.length > 0 || loadOpenCheckout() !== null;
}
