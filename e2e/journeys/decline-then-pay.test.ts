// A card is declined, 3-D Secure fails once, and then the payment works: one order, one charge.
import { expect, test } from "vitest";
import { enterBackOffice } from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, eventually } from "#test/browser/browser.ts";
import {
  CARDS,
  cartDrawer,
  confirmation,
  emailsTo,
  fillShipping,
  mainText,
  openCartWithCap,
  openOrderOf,
  payNow,
  payWith,
} from "#test/browser/journey.ts";
import { succeededPayments } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

/** The browser itself logs each refusal of the provider. */
const CARD_REFUSED = /status of 40[02]/;
const customer = { name: "Drew Second-Try", email: "drew@example.com" };

const shop = shopForTests();
const browser = browserForTests();

test("[PY-1] [PY-2] [PY-3] a declined card charges nothing; after 3-D Secure the same order is paid, once", async () => {
  const options = { viewport: DESKTOP, expected: [CARD_REFUSED] };
  await browser.visit("decline then pay", options, async ({ page, context }) => {
    await openCartWithCap(page, shop.url);
    await cartDrawer(page).getByText("$33.99").waitFor();
    await fillShipping(page, customer);
    // Each message is in one place, and disappears when the card is corrected.
    await payNow(page).click();
    const incomplete = page.getByText("Your card number is incomplete.");
    await incomplete.waitFor();
    expect(await incomplete.count()).toBe(1);
    expect(await page.getByText("try another card").count()).toBe(0);
    await payWith(page, CARDS.declined);
    const declined = page.getByText("Your card was declined.");
    await declined.waitFor();
    expect(new URL(page.url()).pathname).toBe("/checkout");
    expect(await emailsTo(shop, customer.email)).toEqual([]);

    await page.getByLabel("Card number").fill(CARDS.authenticates);
    expect(await declined.count()).toBe(0);
    await payNow(page).click();
    await page.getByRole("button", { name: "Fail authentication" }).click();
    await page
      .getByText("Your bank didn't confirm the payment. Nothing was charged. Try again or use another card.")
      .waitFor();
    expect(await page.getByText("An unexpected error occurred").count()).toBe(0);
    expect(await succeededPayments(shop)).toBe(0);

    await payNow(page).click();
    await page.getByRole("button", { name: "Complete authentication" }).click();
    const { orderId } = await confirmation(page);
    expect(await succeededPayments(shop)).toBe(1);
    await eventually(async () => expect(await emailsTo(shop, customer.email)).toHaveLength(1));
    await enterBackOffice(context, shop);
    await openOrderOf(page, shop, customer);
    expect(page.url()).toContain(orderId);
    expect(await mainText(page)).toContain("$33.99");
  });
  expect(await emailsTo(shop, customer.email)).toHaveLength(1);
});
