import { expect, test } from "vitest";
import { isActivePath } from "./store-nav.ts";

test("[HD-1] a link is active on its own page and on the pages below it", () => {
  expect(isActivePath("/shop", "/shop")).toBe(true);
  expect(isActivePath("/shop/hats", "/shop")).toBe(true);
});

test("[HD-1] a link is not active on a page that only begins with the same letters", () => {
  expect(isActivePath("/shopping", "/shop")).toBe(false);
  expect(isActivePath("/", "/shop")).toBe(false);
});
