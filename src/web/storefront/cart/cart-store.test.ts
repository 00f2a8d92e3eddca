import { expect, test } from "vitest";
import { addLine, type CartLine, emptyCart } from "#domain/cart/cart.ts";
import { CART_STORAGE_KEY, type CartStorage, createCartStore } from "./cart-store.ts";

const cap: CartLine = {
  product: { id: "cap", name: "Rope Cap", image: null, price: 3_600, salePrice: null, available: 5 },
  quantity: 2,
  selectedOption: null,
};

function memory(stored?: string): CartStorage & { values: Map<string, string> } {
  const values = new Map<string, string>();
  if (stored !== undefined) values.set(CART_STORAGE_KEY, stored);
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

test("[CA-1] the cart is kept in local storage and restored on the next visit", () => {
  const storage = memory();
  createCartStore(storage).set(addLine(emptyCart, cap));
  expect(createCartStore(storage).get().lines).toEqual([cap]);
});

test("[CA-1] a corrupt stored cart is dropped and never a crash", () => {
  expect(createCartStore(memory("{not json")).get()).toEqual(emptyCart);
  expect(createCartStore(memory('{"lines":[{"product":null}]}')).get()).toEqual(emptyCart);
});

test("[CA-1] another tab's cart is taken over when it writes the storage", () => {
  const storage = memory();
  const here = createCartStore(storage);
  let told = 0;
  here.subscribe(() => {
    told += 1;
  });
  createCartStore(storage).set(addLine(emptyCart, cap));
  expect(here.get()).toEqual(emptyCart);
  here.reload();
  expect(here.get().lines).toEqual([cap]);
  expect(told).toBe(1);
});

test("an empty cart leaves nothing behind in the storage", () => {
  const storage = memory();
  const store = createCartStore(storage);
  store.set(addLine(emptyCart, cap));
  store.set(emptyCart);
  expect(storage.values.has(CART_STORAGE_KEY)).toBe(false);
});

test("a storage that refuses costs the memory between visits and not the cart", () => {
  const refusing: CartStorage = {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("full");
    },
    removeItem: () => {
      throw new Error("denied");
    },
  };
  const store = createCartStore(refusing);
  store.set(addLine(emptyCart, cap));
  store.reload();
  expect(store.get().lines).toEqual([cap]);
});

test("the same cart is the same object until it changes", () => {
  const store = createCartStore(memory());
  expect(store.get()).toBe(store.get());
});
