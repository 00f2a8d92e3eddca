import { expect, test } from "vitest";
import { productPath } from "./product-path.ts";

test("[BR-8] a product's address has its id and its name, and its option if one is chosen", () => {
  const cap = { id: "7", name: "Plain Cap" };
  expect(productPath(cap)).toBe("/product/7/plain-cap");
  expect(productPath(cap, "")).toBe("/product/7/plain-cap");
  expect(productPath(cap, "L / XL & up")).toBe("/product/7/plain-cap?option=L%20%2F%20XL%20%26%20up");
});

test("[BR-8] a name that no address can have leaves the id, and one of the shop's own pages is told apart", () => {
  expect(productPath({ id: "7", name: "🔥" })).toBe("/product/7");
  expect(productPath({ id: "7", name: "Shop" })).toBe("/product/7/shop-product");
});
