// Small or zoomed windows: the cart drawer, the buy button on a product's page, the list's filters.
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests, eventually, PHONE } from "#test/browser/browser.ts";
import { cartDrawer, SHIRT } from "#test/browser/journey.ts";
import { productIdOf } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { cartButton, served, sidewaysScroll } from "#test/browser/storefront.ts";

const browser = browserForTests();
const shop = shopForTests();

/** What Safari on an iPhone leaves of 844 pixels. */
/** Its name takes two lines of a phone. */
const LONG_NAME = { name: "Shoulder Season Long-Sleeve Polo", price: "$86.00" };
const IPHONE = { width: 390, height: 664 };
/** A window of 1280 × 900 pixels at 200 %. */
const ZOOMED = { width: 640, height: 450 };

async function fillCart(page: Page, names: string[]): Promise<void> {
  const ids = await Promise.all(names.map((name) => productIdOf(shop, name)));
  const lines = names.map((name, at) => ({
    product: { id: ids[at], name, image: null, price: 2_800, salePrice: null, available: 9 },
    quantity: 1,
    selectedOption: null,
  }));
  await page.goto(`${shop.url}/about`);
  await page.evaluate((cart) => localStorage.setItem("cart", cart), JSON.stringify({ lines }));
  await page.goto(`${shop.url}/about`);
}

/** The edges of the content, in pixels from the top of the window. */
async function edges(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox();
  if (!box) throw new Error("It is not on the page");
  return { top: box.y, bottom: box.y + box.height };
}

test.each([
  { viewport: IPHONE, lines: 3 },
  { viewport: ZOOMED, lines: 1 },
])(
  "[CD-1] [kind: small screen] the drawer shows $lines lines at $viewport.width × $viewport.height",
  async ({ viewport, lines }) => {
    await browser.visit(`drawer ${viewport.height}`, { viewport }, async ({ page }) => {
      const { html } = await served(`${shop.url}/shop?category=HATS`);
      const names = [...html.matchAll(/aria-label="Add to Cart: ([^"]+)"/g)].map(([, name]) => name ?? "");
      await fillCart(page, names.slice(0, 4));
      // A price change is announced once.
      await cartButton(page).click();
      await cartDrawer(page).getByRole("status").getByRole("listitem").first().waitFor();
      await page.keyboard.press("Escape");
      await cartDrawer(page).waitFor({ state: "hidden" });
      await cartButton(page).click();
      const drawer = cartDrawer(page);
      const rows = drawer.getByRole("list", { name: "Items in your cart" }).getByRole("listitem");
      await rows.nth(3).waitFor();
      await eventually(async () =>
        expect((await drawer.boundingBox())?.x).toBe(viewport.width < 640 ? 0 : 256),
      );
      const pay = drawer.getByRole("link", { name: "Proceed to Checkout" });
      const total = await edges(drawer.getByText("Total", { exact: true }));
      expect((await edges(pay)).bottom).toBeLessThanOrEqual(viewport.height);
      expect((await edges(rows.nth(lines - 1))).bottom).toBeLessThanOrEqual(total.top);
      const clear = drawer.getByRole("button", { name: "Clear cart" });
      await clear.scrollIntoViewIfNeeded();
      await clear.click({ trial: true });
    });
  },
);

test.each([
  { product: SHIRT, viewport: IPHONE },
  { product: LONG_NAME, viewport: IPHONE },
  { product: SHIRT, viewport: { width: 640, height: 450 } },
])(
  "[PD-1] [kind: small screen] name and price of $product.name and the buy button are in the first view of $viewport.width × $viewport.height, before any script",
  async ({ product, viewport }) => {
    const path = `/product/${await productIdOf(shop, product.name, "SHIRTS")}`;
    const { html } = await served(shop.url + path);
    expect(html).toContain("buy-bar");
    await browser.visit(`first view of ${product.name}`, { viewport }, async ({ page }) => {
      await page.goto(shop.url + path);
      const bar = page.getByRole("region", { name: "Buy" });
      const { top, bottom } = await edges(bar);
      expect(bottom).toBeLessThanOrEqual(viewport.height);
      const main = page.getByRole("main");
      for (const part of [
        main.getByRole("heading", { level: 1 }),
        main.locator(".buy-box").getByText(product.price).first(),
      ])
        expect((await edges(part)).bottom).toBeLessThanOrEqual(top);
      expect(await sidewaysScroll(page)).toBe(0);
    });
  },
);

test("[SH-4] [kind: small screen] deep in the list, filters are one upward swipe away", async () => {
  await browser.visit("list's toolbar", { viewport: PHONE }, async ({ page }) => {
    await page.goto(`${shop.url}/shop`);
    await page.mouse.wheel(0, 2_000);
    await eventually(async () => expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1_500));
    await page.mouse.wheel(0, -100);
    const filters = page.getByRole("button", { name: "Filters" });
    await eventually(async () => expect((await edges(filters)).top).toBeGreaterThan(0));
    await filters.click();
    await page.getByRole("dialog", { name: "Filters" }).waitFor();
  });
});

test("[CH-2] [kind: two of one name] when a product has two pictures in view, only one animates to its page", async () => {
  await browser.visit("moving pictures", { viewport: PHONE }, async ({ page }) => {
    await page.addInitScript(() => {
      const count = () =>
        [...document.querySelectorAll("*")].filter(
          (element) => getComputedStyle(element).viewTransitionName === "product-picture",
        ).length;
      const counts: number[] = [];
      Object.assign(window, { counts });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (change) => {
        counts.push(count());
        const update = typeof change === "function" ? change : change?.update;
        return start(async () => {
          await update?.();
          counts.push(count());
        });
      };
    });
    await page.goto(`${shop.url}/product/${await productIdOf(shop, SHIRT.name, "SHIRTS")}`);
    const card = page.locator(".product-row .card-link").first();
    const name = await card.innerText();
    await card.click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: SHIRT.name }).waitFor();
    const counts = await page.evaluate(() => (window as unknown as { counts: number[] }).counts);
    expect(counts.length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...counts)).toBe(1);
  });
});

test("[CH-5] a sold-out size does not look selected when all are sold out", async () => {
  const { html } = await served(`${shop.url}/shop?category=SHIRTS`);
  const card = html.split("<article").find((part) => part.includes("Sold Out"));
  const path = /\/product\/[0-9a-f-]{36}/.exec(card ?? "")?.[0];
  await browser.visit("all sold out", { viewport: PHONE }, async ({ page }) => {
    await page.goto(`${shop.url}${path}`);
    const chips = page.getByRole("main").locator("label.struck");
    const looks = await chips.evaluateAll((all) => all.map((chip) => getComputedStyle(chip).backgroundColor));
    expect(looks.length).toBeGreaterThan(2);
    expect(new Set(looks).size).toBe(1);
  });
});
