import { expect, test } from "vitest";
import { type CartLine, keyOf } from "#domain/cart/cart.ts";
import type { ToastOptions } from "../../ui/toast/toast.ts";
import { createCartActions } from "./cart-actions.ts";
import { createCartStore } from "./cart-store.ts";
import { createDrawerActions } from "./drawer-actions.ts";

const cap: CartLine = {
  product: { id: "cap", name: "Rope Cap", image: null, price: 3_600, salePrice: null, available: 3 },
  quantity: 1,
  selectedOption: null,
};
const polo: CartLine = {
  product: { id: "polo", name: "First Tee Polo", image: null, price: 7_200, salePrice: null, available: 9 },
  quantity: 2,
  selectedOption: "M",
};

function cartWith(...lines: CartLine[]) {
  const store = createCartStore(null);
  const told: { title: string; options: ToastOptions | undefined }[] = [];
  let opened = 0;
  const notify = (title: string, options?: ToastOptions) => void told.push({ title, options });
  const openDrawer = () => {
    opened += 1;
  };
  const actions = {
    ...createCartActions({ store, notify, openDrawer }),
    ...createDrawerActions({ store, notify }),
  };
  store.set({ lines });
  return {
    store,
    actions,
    titles: () => told.map(({ title }) => title),
    last: () => told.at(-1),
    opened: () => opened,
  };
}

test("[CA-3] [CD-1] adding says 'Added to cart' and opens the drawer", () => {
  const { actions, store, titles, opened } = cartWith();
  expect(actions.add(cap)).toBe(true);
  expect(store.get().lines).toEqual([cap]);
  expect(titles()).toEqual(["Added to cart"]);
  expect(opened()).toBe(1);
});

test("[CA-3] adding what is there already says 'Updated quantity in cart'", () => {
  const { actions, store, titles } = cartWith(cap);
  actions.add(cap);
  expect(store.get().lines[0]?.quantity).toBe(2);
  expect(titles()).toEqual(["Updated quantity in cart"]);
});

test("[PD-4] Buy Now adds without opening the drawer", () => {
  const { actions, store, titles, opened } = cartWith();
  actions.buy(polo);
  expect(store.get().lines).toEqual([polo]);
  expect(titles()).toEqual(["Added to cart"]);
  expect(opened()).toBe(0);
});

test("[PD-4] [kind: shown is sold] Buy Now after Add to Cart buys as many as were chosen, not twice as many", () => {
  const { actions, store, titles } = cartWith(cap);
  actions.buy(cap);
  expect(store.get().lines[0]?.quantity).toBe(1);
  expect(titles()).toEqual([]);
  actions.buy({ ...cap, quantity: 3 });
  expect(store.get().lines[0]?.quantity).toBe(3);
});

test("[CA-4] when all the stock is in the cart, the shopper sees a message and nothing is added", () => {
  const { actions, store, last } = cartWith({ ...cap, quantity: 3 });
  expect(actions.add(cap)).toBe(false);
  expect(store.get().lines[0]?.quantity).toBe(3);
  expect(last()).toEqual({
    title: "No more in stock",
    options: { description: "All 3 of Rope Cap are in your cart." },
  });
});

test("[CA-1] [CA-3] a quantity of 0 removes the line, and Undo brings it back", () => {
  const { actions, store, last } = cartWith(cap, polo);
  actions.changeQuantity(keyOf(polo), 0);
  expect(store.get().lines).toEqual([cap]);
  expect(last()?.title).toBe("Removed from cart");
  last()?.options?.action?.onClick();
  expect(store.get().lines).toEqual([cap, polo]);
});

test("a quantity above the stock becomes the stock", () => {
  const { actions, store, titles } = cartWith(cap);
  actions.changeQuantity(keyOf(cap), 50);
  expect(store.get().lines[0]?.quantity).toBe(3);
  expect(titles()).toEqual(["Updated quantity in cart"]);
});

test("removing a line that is gone already says nothing", () => {
  const { actions, titles } = cartWith(cap);
  actions.remove("nobody|");
  expect(titles()).toEqual([]);
});

test("[CD-4] clearing needs no confirmation and can be undone", () => {
  const { actions, store, last } = cartWith(cap, polo);
  actions.clear();
  expect(store.get().lines).toEqual([]);
  expect(last()?.title).toBe("Cart cleared");
  last()?.options?.action?.onClick();
  expect(store.get().lines).toEqual([cap, polo]);
});
