import { expect, test } from "vitest";
import { sameValues } from "./same-values.ts";

const product = { name: "Cap", price: 1, stock: [{ variation: "S", onHand: 2 }], salePrice: null };

test.each<[unknown, unknown, boolean]>([
  [product, { salePrice: null, stock: [{ onHand: 2, variation: "S" }], price: 1, name: "Cap" }, true],
  [product, { ...product, stock: [{ variation: "S", onHand: 3 }] }, false],
  [product, { ...product, stock: [] }, false],
  [product, { ...product, salePrice: undefined }, false],
  [{ url: "/a" }, { url: "/a", alt: undefined }, true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  ["1", 1, false],
])("two values say the same whatever the order of their keys: %j and %j", (a, b, isSame) => {
  expect(sameValues(a, b)).toBe(isSame);
  expect(sameValues(b, a)).toBe(isSame);
});
