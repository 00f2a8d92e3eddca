// What a shopper sees of the limits at the checkout, in a real browser: too many pieces, too many declined cards, and
// the browser's work while somebody tries out cards.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import {
  addCap,
  CAP,
  CARDS,
  cartDrawer,
  confirmation,
  fillShipping,
  payWith,
  signIn,
  submitAddress,
} from "./journey.ts";
import { shopForTests } from "./shop-for-tests.ts";

/** Scripts are not optimized in this browser: what takes a second in a shopper's took 7 to 19 s here. */
const WORK_MS = 90_000;
const REFUSED = /status of 4\d\d/;
const pat = { name: "Pat Example", email: "pat@example.com" };

const shop = shopForTests();
const browser = browserForTests();

const banner = (page: Page) => page.getByRole("alert").filter({ hasText: "Checkout Error" });

/** As if the shopper had pressed '+' that often. */
async function wantMany(page: Page, quantity: number): Promise<void> {
  await page.evaluate((wanted) => {
    for (const key of Object.keys(localStorage)) {
      const text = localStorage.getItem(key) ?? "";
      if (text.includes('"quantity":1'))
        localStorage.setItem(key, text.replace('"quantity":1', `"quantity":${wanted}`));
    }
  }, quantity);
  await page.reload();
}

test("[TR-3] too many pieces: the shopper hears how many can be had, changes the quantity and goes on", async () => {
  await browser.visit("too many", { viewport: PHONE, expected: [REFUSED] }, async ({ page }) => {
    await addCap(page, shop.url);
    await wantMany(page, 24);
    await page.goto(`${shop.url}/checkout`);
    await submitAddress(page, pat);
    const said = banner(page).getByText(/You can order up to \d+ of/);
    const most = Number(/up to (\d+) of/.exec(await said.innerText())?.[1]);
    expect(most).toBeGreaterThanOrEqual(12);
    expect(await said.innerText()).toContain(`of ${CAP.name} at once.`);
    await banner(page).getByRole("button", { name: "Change the quantity" }).click();
    const quantity = cartDrawer(page).getByRole("button", { name: /decrease/i });
    for (let pieces = 24; pieces > most; pieces -= 1) await quantity.click();
    await cartDrawer(page).getByRole("button", { name: "Continue Shopping" }).click();
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await page.getByRole("heading", { name: "Payment Information" }).waitFor();
  });
});

/** The checkout as a shop with real money serves it, whose functions can't be reached. */
async function breakLiveShop(page: Page): Promise<void> {
  await page.route(`${shop.url}/checkout`, async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    const demo = await response.text();
    const body = demo.replace(String.raw`\"mode\",\"sandbox\"`, String.raw`\"mode\",\"live\"`);
    expect(body).not.toBe(demo);
    await route.fulfill({ response, headers, body });
  });
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.route("**/functions/v1/create-payment-intent", (route) =>
    route.fulfill({ status: 404, body: "Not found" }),
  );
}

test("[CK-6] with real money the setup advice shows to the signed-in owner and to nobody else", async () => {
  await browser.visit("live setup", { viewport: PHONE, expected: [REFUSED] }, async ({ page }) => {
    const advice = banner(page).getByText("Edge Functions Not Deployed");
    await breakLiveShop(page);
    await addCap(page, shop.url);
    await page.goto(`${shop.url}/checkout`);
    await submitAddress(page, pat);
    await banner(page).getByText("Nothing was charged and your cart is kept.").waitFor();
    expect(await advice.count()).toBe(0);
    await signIn(page, shop);
    await page.goto(`${shop.url}/checkout`);
    await submitAddress(page, pat);
    await advice.waitFor();
  });
});

test("[TR-4] five declines end the payment; a new one is offered, and later the browser does some work and buys", async () => {
  const declined = async (page: Page, times: number) => {
    for (let tries = 1; tries <= times; tries += 1) {
      const asked = page.waitForResponse("**/functions/v1/verify-checkout-session");
      await payWith(page, CARDS.declined);
      await asked;
    }
  };
  await browser.visit("declined out", { viewport: DESKTOP, expected: [REFUSED] }, async ({ page }) => {
    await addCap(page, shop.url);
    await page.getByRole("button", { name: /cart/i }).first().click();
    await fillShipping(page, pat);
    await declined(page, 5);
    const ended = page.getByRole("alert").filter({ hasText: "declined too often" });
    await ended.getByRole("button", { name: "Begin a new payment" }).click();
    await declined(page, 3);
    await page.getByRole("button", { name: "Edit" }).click();
    const puzzle = page.waitForResponse((answer) => answer.status() === 428);
    await page.getByRole("form", { name: "Shipping Information" }).getByLabel("City").fill("Tempe");
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await puzzle;
    await page.getByLabel("Card number").waitFor({ timeout: WORK_MS });
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
  });
});
