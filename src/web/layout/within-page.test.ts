import { expect, test } from "vitest";
import { loadsAnew } from "./within-page.ts";

const PAGE = "https://shop.example/product/cap?reviews=2";

/** Whether a step from one address to the next loads a page's data. */
function loads(from: string, to: string, isWanted = true): boolean {
  const [currentUrl, nextUrl] = [new URL(from), new URL(to)];
  return loadsAnew({
    currentUrl,
    nextUrl,
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: isWanted,
  });
}

test("[PD-7] back from a place within a page loads nothing; every other step loads whole pages", () => {
  expect(loads(`${PAGE}#reviews`, PAGE)).toBe(false);
  expect(loads("https://shop.example/checkout#payment", "https://shop.example/checkout")).toBe(false);
  expect(loads(`${PAGE}#reviews`, "https://shop.example/shop")).toBe(true);
  expect(loads(`${PAGE}#reviews`, "https://shop.example/product/cap")).toBe(true);
  expect(loads("https://shop.example/product/cap#restock", "https://shop.example/product/polo")).toBe(true);
  expect(loads("https://shop.example/shop", `${PAGE}#reviews`)).toBe(true);
  expect(loads(`${PAGE}#reviews`, `${PAGE}#reviews`)).toBe(true);
  expect(loads(PAGE, PAGE)).toBe(true);
  expect(loads(PAGE, "https://shop.example/shop", false)).toBe(false);
});
