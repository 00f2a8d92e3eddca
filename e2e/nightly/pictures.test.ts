// Picture formats that a real browser accepts.
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserForTests, eventually, PHONE } from "#test/browser/browser.ts";
import { type ShelfShop, startShelfShop } from "#test/browser/shelf.ts";
import { BROKEN_REQUEST, cardOf } from "#test/browser/storefront.ts";

let shop: ShelfShop;
const browser = browserForTests();

beforeAll(async () => {
  shop = await startShelfShop();
});

afterAll(async () => {
  await shop?.stop();
});

test("[PF-3] the browser loads a picture's AVIF if it has one, and WebP otherwise", async () => {
  await shop.makeAvif("Plain Cap");
  await browser.visit("avif", { viewport: PHONE, expected: [BROKEN_REQUEST] }, async ({ page }) => {
    const loaded = (picture: Locator) =>
      eventually(async () => {
        const { isDrawn, src } = await picture.evaluate((img: HTMLImageElement) => ({
          isDrawn: img.complete && img.naturalWidth > 0,
          src: img.currentSrc,
        }));
        expect(isDrawn).toBe(true);
        return (await fetch(src)).headers.get("content-type");
      });
    await page.goto(`${shop.url}/shop`);
    expect(await loaded(cardOf(page, "Plain Cap").locator("img"))).toBe("image/avif");
    expect(await loaded(cardOf(page, "Nearly Gone Cap").locator("img"))).toBe("image/webp");
    await page.goto(`${shop.url}/product/${shop.idOf("Plain Cap")}`);
    const stage = page.locator(".gallery-stage img");
    expect(await loaded(stage.first())).toBe("image/avif");
    // Without its AVIF files the picture falls back to WebP, not to a gap.
    await page.route("**/*.avif", (route) => route.abort());
    await page.goto(`${shop.url}/product/${shop.idOf("Plain Cap")}`);
    expect(await loaded(stage.first())).toBe("image/webp");
  });
});
