import { expect, test } from "vitest";
import type { Cart } from "#domain/cart/cart.ts";
import { orderedCartOf, parseOrderedCart } from "./ordered-cart.ts";

const product = { id: "polo", name: "Polo", image: null, price: 6_000, salePrice: 5_000, available: 9 };
const cart: Cart = { lines: [{ product, quantity: 2, selectedOption: "M" }] };
const totals = { subtotal: 10_000, tax: 800, shipping: 599, total: 11_399 };

test("remembers what is being paid at the price that is paid", () => {
  const ordered = orderedCartOf(cart, totals);
  expect(ordered).toMatchObject({
    total: 11_399,
    items: [{ name: "Polo", option: "M", quantity: 2, unitPrice: 5_000 }],
  });
  expect(parseOrderedCart(JSON.parse(JSON.stringify(ordered)))).toEqual(ordered);
});

test("broken session storage is nothing", () => {
  const ordered = orderedCartOf(cart, totals);
  const broken = [
    null,
    "x",
    {},
    { ...ordered, total: "11399" },
    { ...ordered, items: [{}] },
    { ...ordered, items: 1 },
  ];
  for (const stored of broken) expect(parseOrderedCart(stored)).toBeNull();
});
