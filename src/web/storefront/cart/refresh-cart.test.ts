import { expect, test } from "vitest";
import { type CartLine, emptyCart } from "#domain/cart/cart.ts";
import type { FreshLine } from "#domain/cart/cart-refresh.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { createCartStore } from "./cart-store.ts";
import { refreshStoredCart, takeUntoldChanges, tellChange } from "./refresh-cart.ts";

const line: CartLine = {
  product: { id: "cap", name: "Rope Cap", image: null, price: 3_600, salePrice: null, available: 9 },
  quantity: 4,
  selectedOption: null,
};
const today: FreshLine = {
  productId: "cap",
  selectedOption: null,
  name: "Rope Cap",
  image: null,
  price: 3_600,
  salePrice: 2_900,
  available: 3,
  exists: true,
};
const answer = { lines: [today], settings: defaultStoreSettings };

function storeWith(...lines: CartLine[]) {
  const store = createCartStore(null);
  store.set({ lines });
  return store;
}

test("[CA-4] opening takes today's price and stock and lists what changed", async () => {
  const store = storeWith(line);
  const refreshed = await refreshStoredCart(store, async () => answer);
  expect(store.get().lines[0]).toMatchObject({ quantity: 3, product: { salePrice: 2_900, available: 3 } });
  expect(refreshed?.changes.map(tellChange)).toEqual([
    "Only 3 of Rope Cap left; the quantity was reduced.",
    "Rope Cap now costs $29.00 instead of $36.00.",
  ]);
});

test("[CA-4] what has changed is kept until somebody tells it, once, and from the price that the shopper knows", async () => {
  takeUntoldChanges();
  const store = storeWith(line);
  const at = (salePrice: number) => async () => ({
    ...answer,
    lines: [{ ...today, salePrice, available: 9 }],
  });
  await refreshStoredCart(store, at(2_900));
  await refreshStoredCart(store, at(3_100));
  expect(takeUntoldChanges().map(tellChange)).toEqual(["Rope Cap now costs $31.00 instead of $36.00."]);
  expect(takeUntoldChanges()).toEqual([]);
});

test("what the shopper removed while the server was asked stays removed", async () => {
  const store = storeWith(line);
  await refreshStoredCart(store, async () => {
    store.set(emptyCart);
    return answer;
  });
  expect(store.get().lines).toEqual([]);
});

test("a server that can't be asked changes nothing", async () => {
  const store = storeWith(line);
  const refreshed = await refreshStoredCart(store, async () => {
    throw new Error("offline");
  });
  expect(refreshed).toBeNull();
  expect(store.get().lines).toEqual([line]);
});

test("an empty cart asks nobody", async () => {
  let asked = false;
  await refreshStoredCart(storeWith(), async () => {
    asked = true;
    return answer;
  });
  expect(asked).toBe(false);
});

test("products that are gone or sold out are named", () => {
  expect(tellChange({ kind: "gone", name: "Visor" })).toBe("Visor is no longer sold and was removed.");
  expect(tellChange({ kind: "sold-out", name: "Polo (M)" })).toBe("Polo (M) is sold out and was removed.");
});
