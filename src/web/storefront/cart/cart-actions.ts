// How products come into the cart, and the message that each action shows. Built from a store, a way to notify and a way
// to open the drawer, so that a test can watch all three. What the drawer does to them loads with it (drawer-actions.ts).

import { addLine, type Cart, type CartLine, keyOf, lineName, quantityMax } from "#domain/cart/cart.ts";
import type { ToastOptions } from "../../ui/toast/toast.ts";
import type { CartStore } from "./cart-store.ts";

const ADDED = "Added to cart";
export const GROWN = "Updated quantity in cart";

/** Whether the title of a message says that something was added. */
export const isAdded = (title: string | undefined) => title === ADDED || title === GROWN;

export type CartSurroundings = {
  store: CartStore;
  notify: (title: string, options?: ToastOptions) => void;
  openDrawer: () => void;
};

export function createCartActions({ store, notify, openDrawer }: CartSurroundings) {
  return {
    /** Adds units of a product. False when all its stock is in the cart already. */
    add(added: CartLine, { openDrawer: opensDrawer = true } = {}): boolean {
      const before = store.get();
      const after = addLine(before, added);
      if (quantityIn(after, added) <= quantityIn(before, added)) {
        notify(...refusal(before, added));
        if (opensDrawer) openDrawer();
        return false;
      }
      store.set(after);
      const name = lineName(added);
      if (quantityIn(before, added) === 0) notify(ADDED, { description: name, isBrief: true });
      else notify(GROWN, { description: `${name}: ${quantityIn(after, added)} in your cart`, isBrief: true });
      if (opensDrawer) openDrawer();
      return true;
    },

    /** Buy Now: the chosen quantity, without adding to an earlier one. It needs no drawer. */
    buy(chosen: CartLine): void {
      const missing = chosen.quantity - quantityIn(store.get(), chosen);
      if (missing > 0) this.add({ ...chosen, quantity: missing }, { openDrawer: false });
    },
  };
}

const quantityIn = (cart: Cart, wanted: CartLine): number =>
  cart.lines.find((line) => keyOf(line) === keyOf(wanted))?.quantity ?? 0;

function refusal(cart: Cart, added: CartLine): [string, ToastOptions] {
  const inCart = cart.lines.some((line) => keyOf(line) === keyOf(added));
  if (!inCart && quantityMax(added) > 0) {
    return ["Your cart is full", { description: "Remove a product before you add another one." }];
  }
  const most = quantityMax(added);
  return [
    "No more in stock",
    {
      description:
        most > 0 ? `All ${most} of ${lineName(added)} are in your cart.` : `${lineName(added)} is sold out.`,
    },
  ];
}
