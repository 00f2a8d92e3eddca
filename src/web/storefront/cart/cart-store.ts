// The shopper's cart in this browser: one value under the key `cart` in local storage, the same in every tab.
// What can't be parsed is dropped. A storage that refuses (private mode, full) only means that the next visit
// starts empty. Every change is one pure function of src/domain/cart/cart.ts.

import { type Cart, emptyCart, parseCart } from "#domain/cart/cart.ts";
import { sharedValue } from "../../ui/shared-value.ts";

export const CART_STORAGE_KEY = "cart";

/** The part of window.localStorage that the cart needs. */
export type CartStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export type CartStore = {
  /** The same object until the cart changes. */
  get: () => Cart;
  set: (cart: Cart) => void;
  subscribe: (listener: () => void) => () => void;
  /** Another tab may have written the key (or cleared the storage): reads it again, unless it lacks what this tab has. */
  reload: () => void;
};

export function createCartStore(storage: CartStorage | null): CartStore {
  const { get, set, subscribe } = sharedValue(read(storage));
  let isKept = storage !== null;
  return {
    get,
    set(next) {
      if (next === get()) return;
      isKept = write(storage, next);
      set(next);
    },
    subscribe,
    reload() {
      if (isKept) set(read(storage));
    },
  };
}

function read(storage: CartStorage | null): Cart {
  try {
    const text = storage?.getItem(CART_STORAGE_KEY);
    return text ? parseCart(JSON.parse(text)) : emptyCart;
  } catch {
    return emptyCart;
  }
}

/** Whether the storage has it now. */
function write(storage: CartStorage | null, cart: Cart): boolean {
  try {
    if (cart.lines.length === 0) storage?.removeItem(CART_STORAGE_KEY);
    else storage?.setItem(CART_STORAGE_KEY, JSON.stringify(cart));
    return storage !== null;
  } catch {
    // The cart lives on in memory; only the next visit starts empty.
    return false;
  }
}
