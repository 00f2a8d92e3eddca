// The one cart of this browser tab, and the hooks that read it.

import { useSyncExternalStore } from "react";
import { type Cart, emptyCart } from "#domain/cart/cart.ts";
import { type ToastOptions, toast } from "../../ui/toast/toast.ts";
import { createCartActions } from "./cart-actions.ts";
import { CART_STORAGE_KEY, type CartStorage, createCartStore } from "./cart-store.ts";
import { drawerState } from "./drawer-state.ts";

function browserStorage(): CartStorage | null {
  try {
    return typeof window === "undefined" ? null : window.localStorage;
  } catch {
    return null;
  }
}

export const cartStore = createCartStore(browserStorage());

if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key === CART_STORAGE_KEY || event.key === null) cartStore.reload();
  });
  // A page that the browser restores on Back has missed every change since.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) cartStore.reload();
  });
}

export const notify = (title: string, options?: ToastOptions) => void toast(title, options);

export const cartActions = createCartActions({
  store: cartStore,
  notify,
  openDrawer: () => drawerState.set(true),
});

/** The cart; empty on the server and until the page is hydrated. */
export function useCart(): Cart {
  return useSyncExternalStore(cartStore.subscribe, cartStore.get, () => emptyCart);
}

export function useDrawerOpen(): boolean {
  return useSyncExternalStore(drawerState.subscribe, drawerState.get, () => false);
}
