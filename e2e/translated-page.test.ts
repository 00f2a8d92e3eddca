// A shopper whose browser translates every page: from a product to its confirmation, and through the forms.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests, PHONE } from "#test/browser/browser.ts";
import { CARDS, SHIRT } from "#test/browser/journey.ts";
import { productIdOf } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { sidewaysScroll } from "#test/browser/storefront.ts";
import { inSpanish, translatePages } from "#test/browser/translated.ts";

const browser = browserForTests();
const shop = shopForTests();

/** A part of the page that React takes over after the translator is drawn again as it was. */
const expected = [/status of 4\d\d/, /React error #418/];

const button = (page: Page, name: string) => page.getByRole("button", { name: inSpanish(name), exact: true });
const sees = (page: Page, text: string) => page.getByText(inSpanish(text)).first().waitFor();

/** As payWith(), in the words of the page. */
async function payByCard(page: Page, number: string): Promise<void> {
  const card = {
    "Card number": number,
    "Expiration date": "12 / 34",
    "Security code": "123",
    "ZIP code": "85251",
  };
  for (const [label, value] of Object.entries(card)) await page.getByLabel(inSpanish(label)).fill(value);
  await page.getByRole("button", { name: new RegExp(`^${inSpanish("Pay Now")}`) }).click();
}

test("[kind: translated page] a shirt is chosen, put into the cart, and paid for", async () => {
  await browser.visit("translated purchase", { viewport: PHONE, expected }, async ({ page }) => {
    await translatePages(page);
    await page.goto(`${shop.url}/product/${await productIdOf(shop, SHIRT.name, "SHIRTS")}`);
    await sees(page, "Back to Shop");
    await page.locator(".option-chip").filter({ hasText: SHIRT.size }).first().click();
    await page
      .locator(".purchase-controls")
      .getByText(inSpanish(`Add to Cart · ${SHIRT.size}`))
      .click();
    const drawer = page.locator("dialog.sheet[open]");
    await drawer.getByText(inSpanish(SHIRT.name)).first().waitFor();
    await drawer.getByRole("button", { name: "Increase quantity" }).click();
    await drawer.getByText("$144.00").first().waitFor();
    await drawer.getByRole("button", { name: "Decrease quantity" }).click();
    expect(await sidewaysScroll(page)).toBe(0);
    await drawer.getByRole("link", { name: inSpanish("Proceed to Checkout") }).click();
    await page.waitForURL("**/checkout");

    await button(page, "Continue to Payment").click();
    await sees(page, "Please check these fields");
    await page.locator("#email").fill("pat@example.com");
    await page.locator("#name").fill("Pat Golfer");
    await page.locator("#address1").fill("18 Fairway Drive");
    await page.locator("#postalCode").pressSequentially("85251");
    await expect.poll(() => page.locator("#city").inputValue()).toBe("Scottsdale");
    expect(await sidewaysScroll(page)).toBe(0);
    await button(page, "Continue to Payment").click();
    await sees(page, "Payment Information");
    await payByCard(page, CARDS.declined);
    await sees(page, "Check the details or try another card.");
    expect(await sidewaysScroll(page)).toBe(0);
    await payByCard(page, CARDS.succeeds);
    await page.waitForURL(/\/checkout\/confirmation\?/);
    await sees(page, "Order confirmed");
    expect(await sidewaysScroll(page)).toBe(0);
  });
});

test("[kind: translated page] lists, search, and forms answer", async () => {
  await browser.visit("translated forms", { viewport: PHONE, expected }, async ({ page }) => {
    await translatePages(page);
    await page.goto(`${shop.url}/shop`);
    await button(page, "Filters").click();
    await page.getByRole("checkbox", { name: /^On Sale/ }).check();
    await page.getByRole("button", { name: new RegExp(`^${inSpanish("Apply Filters")}`) }).click();
    await page.waitForURL("**/shop?sale=true");
    await button(page, "Filters (1)").waitFor();
    expect(await sidewaysScroll(page)).toBe(0);

    await page.goto(`${shop.url}/contact`);
    await button(page, "Send Message").click();
    await page.locator("#name[aria-invalid=true]").waitFor();
    for (const [field, value] of Object.entries({
      name: "Pat",
      email: "pat@example.com",
      subject: "Fit",
      message: "Is it slim?",
    }))
      await page.locator(`#${field}`).fill(value);
    await button(page, "Send Message").click();
    await sees(page, "Message sent successfully");
    expect(await sidewaysScroll(page)).toBe(0);

    await page.goto(`${shop.url}/orders`);
    await page.getByRole("main").locator("input[name=number]").fill("ORD-001");
    await page.getByRole("main").locator("input[type=email]").fill("pat@example.com");
    await page.getByRole("main").locator("button[type=submit]").click();
    await page.getByRole("main").getByRole("status").filter({ hasText: /\w/ }).first().waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
  });
});
