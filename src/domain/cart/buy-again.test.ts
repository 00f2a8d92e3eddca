import { expect, test } from "vitest";
import { buyAgain } from "./buy-again.ts";
import { emptyCart, LINE_QUANTITY_MAX } from "./cart.ts";

const cap = { productId: "cap", name: "Fairway Cap", variation: null, quantity: 2 };
const polo = { productId: "polo", name: "Links Polo", variation: "M", quantity: 1 };
const fresh = (productId: string, selectedOption: string | null, available: number, exists = true) => ({
  ...{ productId, selectedOption, available, exists },
  ...{ name: productId, image: null, price: 3_200, salePrice: null },
});
const inStock = [fresh("cap", null, 9), fresh("polo", "M", 9)];
const quantities = (cart: typeof emptyCart) =>
  cart.lines.map((line) => [line.product.id, line.quantity]).sort();

test("[AS-2] what was bought is in the cart again, at today's price and with today's name", () => {
  const again = buyAgain(emptyCart, [cap, polo], inStock);
  expect(again).toMatchObject({ added: 2, missing: [] });
  expect(again.cart.lines.find(({ product }) => product.id === "polo")).toEqual({
    product: { id: "polo", name: "polo", image: null, price: 3_200, salePrice: null, available: 9 },
    selectedOption: "M",
    quantity: 1,
  });
});

test("[AS-2] asked for twice it adds nothing more, and what the cart holds stays", () => {
  const once = buyAgain(emptyCart, [cap, { ...cap, quantity: 1 }], inStock).cart;
  expect(quantities(once)).toEqual([["cap", 3]]);
  expect(quantities(buyAgain(once, [cap, polo], inStock).cart)).toEqual([
    ["cap", 3],
    ["polo", 1],
  ]);
});

test("[AS-2] an option that was renamed since is bought again under today's name, once for all its names", () => {
  const sold = [polo, { ...polo, variation: "Medium", quantity: 2 }];
  const renamed = [{ ...fresh("polo", "M", 9), renamedTo: "Medium" }, fresh("polo", "Medium", 9)];
  const once = buyAgain(emptyCart, sold, renamed);
  expect(once).toEqual({
    added: 1,
    missing: [],
    cart: {
      lines: [
        {
          product: { id: "polo", name: "polo", image: null, price: 3_200, salePrice: null, available: 9 },
          selectedOption: "Medium",
          quantity: 3,
        },
      ],
    },
  });
  expect(buyAgain(once.cart, sold, renamed)).toEqual(once);
});

test("[AS-2] what is gone, sold out or short is said", () => {
  const gone = { ...cap, productId: null, name: "Old Cap" };
  const short = [fresh("cap", null, 1), fresh("polo", "M", 0)];
  expect(buyAgain(emptyCart, [gone, cap, polo], short)).toMatchObject({
    added: 1,
    missing: ["Old Cap is no longer sold.", "Only 1 of Fairway Cap left.", "Links Polo (M) is sold out."],
  });
  expect(buyAgain(emptyCart, [polo], [fresh("polo", "M", 3, false)]).missing).toEqual([
    "Links Polo (M) is no longer sold.",
  ]);
});

test("[AS-2] a full cart keeps what it has, and a line stays within its limit", () => {
  const others = Array.from({ length: 50 }, (_, at) => ({ ...cap, productId: `other ${at}` }));
  const full = buyAgain(
    emptyCart,
    others,
    others.map(({ productId }) => fresh(productId, null, 9)),
  ).cart;
  expect(buyAgain(full, [polo], inStock)).toEqual({
    cart: full,
    added: 0,
    missing: ["Links Polo (M) couldn't be added: your cart is full."],
  });
  const many = buyAgain(emptyCart, [{ ...cap, quantity: 500 }], [fresh("cap", null, 900)]);
  expect(quantities(many.cart)).toEqual([["cap", LINE_QUANTITY_MAX]]);
});
