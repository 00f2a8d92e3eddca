// The sale, from the first page to the owner's list of orders, in a real browser against the real process:
// built pages, embedded database, payment sandbox with its signed webhooks, dev mailbox.
import type { Page } from "playwright-core";
import { describe, expect, test, vi } from "vitest";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import {
  addCap,
  addShirt,
  CAP,
  CARDS,
  type Customer,
  cartDrawer,
  confirmation,
  fillShipping,
  mailsTo,
  openOrderOf,
  payWith,
  SHIPPING,
  SHIRT,
  signIn,
} from "./journey.ts";
import { shopForTests } from "./shop-for-tests.ts";

const TOTAL = "$105.99";
/** The browser itself reports a card that was refused: the provider answers it with status 402. */
const CARD_REFUSED = /status of 402/;
/** The browser reports the request that the test cuts off; it may have been sent before the browser closes. */
const VERIFY_CUT_OFF = /ERR_FAILED .*verify-checkout-session/;

const shop = shopForTests();
const browser = browserForTests();

/** The text of the page's main part, blanks joined. */
async function mainText(page: Page): Promise<string> {
  return (await page.getByRole("main").innerText()).replace(/\s+/g, " ");
}

async function oneConfirmationMail(customer: Customer): Promise<void> {
  await vi.waitFor(async () => expect(await mailsTo(shop, customer.email)).toHaveLength(1), {
    timeout: 30_000,
    interval: 250,
  });
  // A second one would follow the webhook or the next round of the worker.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const mails = await mailsTo(shop, customer.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to.name).toBe(customer.name);
  for (const text of [CAP.name, `${SHIRT.name} (${SHIRT.size})`, TOTAL])
    expect(mails[0]?.text).toContain(text);
}

describe.each([
  { width: 390, viewport: PHONE, customer: { name: "Pat Phone", email: "pat.phone@example.com" } },
  { width: 1280, viewport: DESKTOP, customer: { name: "Dana Desk", email: "dana.desk@example.com" } },
])("at $width pixels", ({ width, viewport, customer }) => {
  test("[PY-4] [CF-3] [CF-7] [OD-1] a shopper buys a cap and a shirt, and the owner sees the sale", async () => {
    let orderId = "";
    await browser.visit(`purchase ${width}`, { viewport }, async ({ page }) => {
      await addCap(page, shop.url);
      await addShirt(page);
      const summary = (await cartDrawer(page).innerText()).replace(/\s+/g, " ");
      for (const text of [CAP.name, CAP.price, SHIRT.price, `Shipping ${SHIPPING}`, `Total ${TOTAL}`]) {
        expect(summary).toContain(text);
      }
      await fillShipping(page, customer);
      await payWith(page, CARDS.succeeds);
      ({ orderId } = await confirmation(page));
      const receipt = await mainText(page);
      for (const text of [CAP.name, SHIRT.name, SHIRT.size, "$100.00", SHIPPING, TOTAL])
        expect(receipt).toContain(text);
      expect(receipt).not.toContain(customer.email);
      expect(await page.getByTestId("cart-count").count()).toBe(0);
      await page.reload();
      await page
        .getByText(`${orderId.slice(0, 22)}...`)
        .first()
        .waitFor();
      await page.getByRole("link", { name: "Continue Shopping" }).first().click();
      await page.waitForURL("**/shop");
    });

    await browser.visit(`owner ${width}`, { viewport }, async ({ page }) => {
      await signIn(page, shop);
      await openOrderOf(page, shop, customer);
      expect(page.url()).toContain(orderId);
      const detail = await mainText(page);
      for (const text of [customer.name, customer.email, "18 Fairway Drive", "Phoenix", "85001"]) {
        expect(detail).toContain(text);
      }
      for (const text of [CAP.name, SHIRT.name, SHIRT.size, SHIPPING, TOTAL]) expect(detail).toContain(text);
    });

    await oneConfirmationMail(customer);
  });
});

test("[PY-2] [PY-3] a declined card charges nothing, and a good one then pays the same order", async () => {
  const customer = { name: "Drew Second-Try", email: "drew@example.com" };
  await browser.visit("declined", { expected: [CARD_REFUSED] }, async ({ page }) => {
    await addCap(page, shop.url);
    await addShirt(page);
    await fillShipping(page, customer);
    await payWith(page, CARDS.declined);
    await page.getByText("Your card was declined.").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/checkout");
    expect(await mailsTo(shop, customer.email)).toEqual([]);
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
    await oneConfirmationMail(customer);
  });
  await browser.visit("owner after decline", {}, async ({ page }) => {
    await signIn(page, shop);
    await openOrderOf(page, shop, customer);
    expect(await mainText(page)).toContain(TOTAL);
  });
});

test("[PY-1] a card that asks for authentication pays after it was given", async () => {
  const customer = { name: "Robin Secure", email: "robin@example.com" };
  await browser.visit("authentication", {}, async ({ page }) => {
    await addCap(page, shop.url);
    await addShirt(page);
    await fillShipping(page, customer);
    await payWith(page, CARDS.authenticates);
    await page.getByRole("button", { name: "Complete authentication" }).click();
    await confirmation(page);
  });
});

test("[PY-4] a browser that closes right after paying still leaves an order", async () => {
  const customer = { name: "Gale Gone", email: "gale@example.com" };
  await browser.visit("closed", { expected: [VERIFY_CUT_OFF] }, async ({ page, context }) => {
    await addCap(page, shop.url);
    await addShirt(page);
    await fillShipping(page, customer);
    // From here on the shop's own pages can't tell the server anything: only the provider's webhook can.
    await context.route("**/functions/v1/verify-checkout-session", (route) => route.abort());
    const paid = page.waitForResponse((response) =>
      /payment_intents\/pi_[^/]+\/confirm/.test(response.url()),
    );
    await payWith(page, CARDS.succeeds);
    expect((await paid).status()).toBe(200);
    await context.close();
  });
  await browser.visit("owner after closed browser", {}, async ({ page }) => {
    await signIn(page, shop);
    await openOrderOf(page, shop, customer);
    const detail = await mainText(page);
    for (const text of [customer.email, CAP.name, SHIRT.name, SHIRT.size, TOTAL])
      expect(detail).toContain(text);
    await oneConfirmationMail(customer);
  });
});
