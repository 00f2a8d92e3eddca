// Every look that a shop can have, for everyone: each preset, and a second brand on every page.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { presets } from "#domain/brand/look.ts";
import { enterBackOffice, openAdmin } from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP } from "#test/browser/browser.ts";
import { countedOwner } from "#test/browser/counted-owner.ts";
import { makeDuneAndDraw, WARES } from "#test/browser/dune-and-draw.ts";
import { orderPathOf } from "#test/browser/emails.ts";
import { addCap, CAP } from "#test/browser/journey.ts";
import { pageFaults } from "#test/browser/look.ts";
import { placeOrder, productIdOf } from "#test/browser/place-order.ts";
import { pagesOf } from "#test/browser/second-shop.ts";
import { type RunningShop, startShop } from "#test/browser/shop-process.ts";
import { WIDTHS } from "#test/browser/storefront.ts";

const browser = browserForTests();
const OFFICE = ["/admin/store", ...["home", "pages", "menu", "words"].map((part) => `/admin/store/${part}`)];
const customer = { name: "Robin Roads", email: "robin@example.com" };

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.stop());

/** What is wrong with these pages at each width; `brand` is part of the pictures' names. */
async function faultsAt(page: Page, brand: string, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const { viewport } of WIDTHS) {
    await page.setViewportSize(viewport);
    for (const address of addresses) {
      await page.goto(shop.url + address);
      found.push(...(await pageFaults(page, `${brand} ${address}`)));
    }
  }
  return found;
}

async function publishPreset(page: Page, label: string): Promise<void> {
  await openAdmin(page, shop, "/admin/store");
  await page.getByRole("button", { name: label, exact: true }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("heading", { name: "Everything is published" }).waitFor();
}

describe.each(Object.entries(presets))("the preset %s", (name, { label }) => {
  test("axe finds nothing on its pages", async () => {
    await browser.visit(`preset ${name}`, { expected: [/status of 404/] }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      // A fresh shop has the first one.
      if (name !== "clubhouse") await publishPreset(page, label);
      await context.clearCookies();
      // The checkout of an empty cart leads to the shop.
      await addCap(page, shop.url);
      const cap = `/product/${await productIdOf(shop, CAP.name)}`;
      const addresses = ["/", "/shop", cap, "/about", "/contact", "/checkout", "/orders", "/nowhere"];
      expect(await faultsAt(page, name, addresses)).toEqual([]);
    });
  });
});

test("axe finds nothing on any page of a second brand, nor in the forms that make it", async () => {
  const expected = [/status of 404/];
  await browser.visit("second brand", { viewport: DESKTOP, expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/dashboard");
    await makeDuneAndDraw(countedOwner(page));
    const found = await faultsAt(page, "office", OFFICE);
    await context.clearCookies();
    const [tote] = WARES;
    const productId = await productIdOf(shop, tote.name, "BAGS");
    await placeOrder(shop, customer, { productId, price: Number(tote.price) * 100 });
    const addresses = await pagesOf(shop, await orderPathOf(shop, customer.email));
    found.push(...(await faultsAt(page, "second brand", addresses)));
    expect(found).toEqual([]);
  });
});
