// Shoppers who act before a page's scripts are ready, and pages whose scripts no longer exist.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests, DESKTOP, eventually, openBeforeScripts, PHONE } from "#test/browser/browser.ts";
import {
  CAP,
  CARDS,
  cartDrawer,
  confirmation,
  openCartWithCap,
  payWith,
  SHIRT,
  submitAddress,
} from "#test/browser/journey.ts";
import { productIdOf } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { BROKEN_REQUEST, cartButton, holdBack, seesToast } from "#test/browser/storefront.ts";

const browser = browserForTests();
const shop = shopForTests();

/** The page as rendered by the server; its scripts load when the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const release = await holdBack(page, "**/assets/*.js");
  await openBeforeScripts(page, shop.url + path);
  await page.waitForFunction(() => "takeOver" in window);
  return release;
}

const storedCart = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "null")?.lines ?? []);

test("[PD-2] [kind: before the scripts] size and quantity chosen on a slow connection are the ones that are bought", async () => {
  await browser.visit("early product", { viewport: PHONE }, async ({ page }) => {
    const id = await productIdOf(shop, SHIRT.name, "SHIRTS");
    const arrive = await openWithoutScripts(page, `/product/${id}`);
    const size = page.getByRole("group", { name: "Size" });
    await size.getByText(SHIRT.size, { exact: true }).click();
    await page.getByRole("button", { name: "Increase quantity" }).click();
    await page.getByRole("button", { name: "Increase quantity" }).click();
    const add = page.locator(".purchase-controls").getByRole("button", { name: /^Add to Cart/ });
    await add.click();
    await add.click();
    expect(await add.getAttribute("aria-busy")).toBe("true");
    arrive();
    await cartDrawer(page).getByText(`${SHIRT.name} (${SHIRT.size})`).first().waitFor();
    expect(await storedCart(page)).toMatchObject([{ selectedOption: SHIRT.size, quantity: 3 }]);
    await cartDrawer(page).getByRole("button", { name: "Continue Shopping" }).click();
    await add.getByText(`Add to Cart · ${SHIRT.size}`, { exact: true }).waitFor();
    expect(await size.getByRole("radio", { name: SHIRT.size, exact: true }).isChecked()).toBe(true);
    expect(await add.getAttribute("aria-busy")).toBeNull();
  });
});

test("[SH-2] [kind: before the scripts] filters and sort order chosen on a slow connection apply to the list", async () => {
  await browser.visit("early list", { viewport: DESKTOP }, async ({ page }) => {
    const arrive = await openWithoutScripts(page, "/shop");
    await page.getByLabel("On Sale").check();
    await page.getByLabel("Sort").selectOption("price-low");
    arrive();
    await page.waitForURL("**/shop?sale=true&sort=price-low");
    expect(await page.getByLabel("On Sale").isChecked()).toBe(true);
    expect(await page.getByLabel("Sort").inputValue()).toBe("price-low");
  });
});

test.each([
  { path: "/", press: "Open menu", opens: "Menu" },
  { path: "/", press: "Open cart", opens: "Your Cart" },
  { path: "/shop", press: "Filters", opens: "Filters" },
])("[kind: before the scripts] $press opens when it can", async ({ path, press, opens }) => {
  await browser.visit(`early ${press}`, { viewport: PHONE }, async ({ page }) => {
    const arrive = await openWithoutScripts(page, path);
    await page.getByRole("button", { name: press }).click();
    arrive();
    await page.getByRole("dialog", { name: opens }).waitFor();
  });
});

/** As after an upgrade: files that were not loaded yet are missing until the page reloads. */
async function upgrade(page: Page): Promise<void> {
  let isGone = true;
  await page.evaluate(() => sessionStorage.setItem("build", "/assets/manifest-older.js"));
  await page.route("**/assets/*.js", (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()));
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
}

test("[kind: upgrade] a page whose scripts no longer exist reloads and says so, and one order is paid", async () => {
  const expected = [BROKEN_REQUEST, /reloading page|dynamically imported module/];
  await browser.visit("upgrade", { viewport: PHONE, expected }, async ({ page }) => {
    await openCartWithCap(page, shop.url);
    const id = await productIdOf(shop, CAP.name);
    await page.goto(`${shop.url}/product/${id}`);
    await upgrade(page);
    await cartButton(page).click();
    await seesToast(page, "The shop was updated", "This page was loaded again.");
    await cartButton(page).click();
    await cartDrawer(page).getByText(CAP.name).first().waitFor();

    await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
    await page.getByRole("button", { name: "Continue to Payment" }).waitFor();
    await page.unroute("**/assets/*.js");
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/create-payment-intent/.test(request.url())) asked.push(request.postDataJSON().idempotency_key);
    });
    await submitAddress(page, { name: "Up Grade", email: "upgrade@example.com" });
    await page.getByRole("heading", { name: "Payment Information" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Payment Information" }).waitFor();
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
    expect(new Set(asked).size).toBe(1);
  });
});

test("[kind: lost line] a part that can't be loaded is loaded once the line is back, and nothing fails in the meantime", async () => {
  const expected = [BROKEN_REQUEST, /dynamically imported module/];
  await browser.visit("lost line", { viewport: PHONE, expected }, async ({ page }) => {
    await page.goto(`${shop.url}/about`);
    let isLost = true;
    await page.route("**/assets/*.js", (route) => (isLost ? route.abort() : route.continue()));
    await cartButton(page).click();
    await page.waitForTimeout(500);
    isLost = false;
    await eventually(async () => {
      await cartButton(page).click();
      await cartDrawer(page).waitFor({ timeout: 1_000 });
    });
  });
});
