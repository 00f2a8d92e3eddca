// Another brand than the golf shop's, made in the back office alone: how much work it is, and what it leaves of the first.
import { beforeAll, expect, test } from "vitest";
import type { Brand } from "#domain/brand/brand.ts";
import { paletteOf } from "#domain/brand/palette.ts";
import { enterBackOffice, openAdmin } from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP } from "#test/browser/browser.ts";
import { countedOwner } from "#test/browser/counted-owner.ts";
import { makeDuneAndDraw } from "#test/browser/dune-and-draw.ts";
import { brandInForms } from "#test/browser/second-shop.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const ACTIONS_MAX = 120;

const shop = shopForTests();
const browser = browserForTests();

let actions = 0;
let brand: Brand;

beforeAll(async () => {
  await browser.visit("second brand", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/dashboard");
    const owner = countedOwner(page);
    const began = performance.now();
    await makeDuneAndDraw(owner);
    actions = owner.count();
    const seconds = Math.round((performance.now() - began) / 1_000);
    console.log(`A second brand: ${actions} actions, ${seconds} s`);
    brand = await brandInForms(page, shop);
  });
});

test("[BR-9] a second brand is made through the back office alone, in at most 120 actions", () => {
  expect(actions).toBeGreaterThan(0);
  expect(actions).toBeLessThanOrEqual(ACTIONS_MAX);
});

test("[BR-9] every token of its style sheet has its own color, and no flag is drawn", async () => {
  await browser.visit("second brand's colors", {}, async ({ page }) => {
    for (const address of ["/", "/checkout"]) {
      await page.goto(shop.url + address);
      const tokens = await page.evaluate(
        (names) => {
          const style = getComputedStyle(document.documentElement);
          return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--color-${name}`)]));
        },
        Object.keys(paletteOf(brand.look.colors)),
      );
      expect(tokens).toEqual(paletteOf(brand.look.colors));
      const flags = await page.locator(".flag-glyph:visible").count();
      expect(flags, address).toBe(0);
    }
  });
});
