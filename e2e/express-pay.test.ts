// Paying by wallet before an address is typed: from a product's page, from the drawer, and at the top of the checkout.
// The sandbox has its own wallet, whose sheet offers good and bad addresses and cards.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFaults } from "#test/browser/axe.ts";
import { browserForTests, eventually, PHONE } from "#test/browser/browser.ts";
import {
  addCap,
  CAP,
  cartDrawer,
  confirmation,
  emailsTo,
  openCartWithCap,
  SHIRT,
} from "#test/browser/journey.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const TAPS_MAX = 2;
const CARD_REFUSED = /status of 40[29]/;

const shop = shopForTests();
const browser = browserForTests();

const express = (page: Page) => page.getByRole("main").getByRole("region", { name: "Express checkout" });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Sandbox Wallet" });
const payButton = (page: Page) => sheet(page).getByRole("button", { name: /^Pay \$/ });
const cartOf = (page: Page) => page.evaluate(() => localStorage.getItem("cart"));

test("[PA-2] [PD-2] two taps buy a shirt from its page, the provider loads only then, and the cart stays", async () => {
  await browser.visit("express product", { viewport: PHONE }, async ({ page }) => {
    await page.addInitScript(() => {
      addEventListener("click", () => (window.name = String(Number(window.name) + 1)), true);
    });
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await addCap(page, shop.url);
    await page.goto(`${shop.url}/shop?category=SHIRTS`);
    await page.getByRole("link", { name: SHIRT.name, exact: true }).click();
    await page.waitForURL("**/product/*/*");
    const before = fetched.length;
    await page.goto(page.url(), { waitUntil: "networkidle" });
    const early = fetched.slice(before).filter((path) => /sandbox|stripe|wallet-buttons/.test(path));
    expect(early).toEqual([]);

    const below = page.getByTestId("delivery-window");
    const tops = await below.evaluateHandle((element) => {
      const seen = new Set<number>();
      const look = () => {
        seen.add(element.getBoundingClientRect().top + scrollY);
        requestAnimationFrame(look);
      };
      look();
      return seen;
    });
    const options = page.getByRole("group", { name: "Size" });
    await options.getByText(SHIRT.size, { exact: true }).click();
    await express(page).scrollIntoViewIfNeeded();
    await express(page).getByText(`Express checkout · ${SHIRT.size}`).waitFor();
    await express(page).getByRole("button", { name: "Sandbox Wallet" }).waitFor();
    expect(await tops.evaluate((seen) => [...seen])).toHaveLength(1);

    await page.evaluate(() => (window.name = "0"));
    await express(page).getByRole("button", { name: "Sandbox Wallet" }).click();
    await sheet(page).getByText(`${SHIRT.name} (${SHIRT.size})`).waitFor();
    await payButton(page).click();
    const { orderId } = await confirmation(page);
    expect(Number(await page.evaluate(() => window.name))).toBeLessThanOrEqual(TAPS_MAX);

    await page.getByText(`${SHIRT.name} (${SHIRT.size})`).first().waitFor();
    expect(await cartOf(page)).toContain(CAP.name);
    expect(await cartOf(page)).not.toContain(SHIRT.name);
    const mails = await eventually(async () => {
      const sent = await emailsTo(shop, "pat@example.com");
      expect(sent.length).toBeGreaterThan(0);
      return sent;
    });
    expect(mails[0]?.text).toContain("1 Fairway Lane");
    expect(orderId).not.toBe("");
  });
});

test("[PA-2] the wallet in the drawer and in the checkout: a bad address, a declined card, then paid", async () => {
  await browser.visit("express cart", { viewport: PHONE, expected: [CARD_REFUSED] }, async ({ page }) => {
    await openCartWithCap(page, shop.url);
    await cartDrawer(page).getByRole("button", { name: "Sandbox Wallet" }).click();
    await sheet(page).getByLabel("No street").check();
    await payButton(page).click();
    await sheet(page)
      .getByText(/^Address must be at least 5 characters\. .* Nothing was charged\.$/)
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await sheet(page).getByRole("button", { name: "Cancel" }).click();
    await cartDrawer(page).getByText("Nothing was charged.").waitFor();

    await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
    await page.waitForURL("**/checkout");
    await express(page).getByRole("button", { name: "Sandbox Wallet" }).click();
    await sheet(page).getByLabel("Card").selectOption({ label: "Visa ending in 0002, is declined" });
    await payButton(page).click();
    await sheet(page).getByText("Your card was declined.").waitFor();
    expect(await cartOf(page)).toContain(CAP.name);
    await sheet(page).getByLabel("Card").selectOption({ label: "Visa ending in 4242" });
    await payButton(page).click();
    await confirmation(page);
    await expect.poll(() => cartOf(page)).toBeNull();
    await page.goBack();
    await page.waitForURL("**/shop?category=HATS");
  });
});
