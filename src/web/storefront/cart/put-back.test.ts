import { expect, test } from "vitest";
import { emptyCart } from "#domain/cart/cart.ts";
import { type LeftLine, withLines } from "./put-back.ts";

const left = (productId: string, change: Partial<LeftLine> = {}): LeftLine => ({
  ...{ productId, selectedOption: null, name: productId, image: null, price: 3_000, salePrice: null },
  ...{ available: 9, exists: true, quantity: 2, ...change },
});
const named = (cart: ReturnType<typeof withLines>) =>
  cart.lines.map(({ product, quantity, selectedOption }) => [product.id, selectedOption, quantity]);

test("lines come back in their order, without what is gone, and twice is once", () => {
  const lines = [
    left("cap"),
    left("polo", { selectedOption: "Med", renamedTo: "M" }),
    left("sold out", { available: 0 }),
    left("gone", { exists: false }),
  ];
  const once = withLines(emptyCart, lines);
  expect(named(once)).toEqual([
    ["cap", null, 2],
    ["polo", "M", 2],
  ]);
  expect(named(withLines(once, lines))).toEqual(named(once));
});
