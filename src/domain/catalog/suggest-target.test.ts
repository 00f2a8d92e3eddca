import { expect, test } from "vitest";
import { suggestTarget } from "./suggest-target.ts";

const known = new Map([
  ["plain-cap", "/product/7/plain-cap"],
  ["belts", "/shop?category=BELTS"],
]);

test.each([
  ["/products/plain-cap", "/product/7/plain-cap"],
  ["/shop/caps/plain-cap.html", "/product/7/plain-cap"],
  ["/collections/belts", "/shop?category=BELTS"],
  ["/collections/socks", "/shop?q=socks"],
  ["/products/red-clay-visor", "/shop?q=red+clay+visor"],
  ["/collections/all", "/shop"],
  ["/collections/all-products", "/shop"],
  ["/product/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f", "/shop"],
  ["/pages", "/shop"],
])("[BR-8] for %s the owner is offered %s", (path, target) => {
  expect(suggestTarget(path, known)).toBe(target);
});
