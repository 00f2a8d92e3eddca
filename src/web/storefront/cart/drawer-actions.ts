// What a shopper can do to a line in the drawer, each with a message and a way back.

import { type Cart, emptyCart, keyOf, lineName, removeLine } from "#domain/cart/cart.ts";
import { changeQuantity } from "#domain/cart/change-cart.ts";
import { cartStore, notify } from "./cart.ts";
import { type CartSurroundings, GROWN } from "./cart-actions.ts";

export function createDrawerActions({ store, notify }: Omit<CartSurroundings, "openDrawer">) {
  const restore = (before: Cart) => ({ label: "Undo", onClick: () => store.set(before) });

  return {
    /** Sets a line's quantity; 0 or less removes it. */
    changeQuantity(key: string, quantity: number): void {
      const before = store.get();
      const after = changeQuantity(before, key, quantity);
      store.set(after);
      if (after.lines.length < before.lines.length) notify("Removed from cart", { action: restore(before) });
      else if (after !== before) notify(GROWN);
    },

    remove(key: string): void {
      const before = store.get();
      const line = before.lines.find((candidate) => keyOf(candidate) === key);
      if (!line) return;
      store.set(removeLine(before, key));
      notify("Removed from cart", { description: lineName(line), action: restore(before) });
    },

    clear(): void {
      const before = store.get();
      store.set(emptyCart);
      notify("Cart cleared", { action: restore(before) });
    },
  };
}

export const drawerActions = createDrawerActions({ store: cartStore, notify });
