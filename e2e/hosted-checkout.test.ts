// What happens when the card form can't load: the order is paid on the provider's own page.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests, eventually, PHONE } from "./browser.ts";
import { addCap, CAP, CARDS, cartDrawer, fillCard, fillShipping, mailsTo } from "./journey.ts";
import { shopForTests } from "./shop-for-tests.ts";
import { cartButton } from "./storefront.ts";

const TOTAL = "$33.99";
const CARD_FORM_WAIT_MS = 8_000;
/** The browser itself reports what it was kept from loading, and each answer that is a refusal. */
const EXPECTED = [/ERR_FAILED/, /ERR_ABORTED/, /status of 402/, /status of 409 .*create-payment-intent/];
const customer = { name: "Pat Example", email: "pat@example.com" };

const shop = shopForTests();
const browser = browserForTests();

async function confirmed(page: Page): Promise<string> {
  await page.waitForURL(/\/checkout\/confirmation\?/);
  await page.getByRole("heading", { name: "Order confirmed" }).waitFor({ timeout: 30_000 });
  expect(await page.getByRole("main").innerText()).toContain(TOTAL);
  return new URL(page.url()).searchParams.get("order_id") ?? "";
}

test("[FN-4] a card form that never answers is given up after 8 seconds; Cancel leads back, and a blocked one to the payment page again", async () => {
  await browser.visit("hosted", { viewport: PHONE, expected: EXPECTED }, async ({ page }) => {
    const offer = page.getByRole("button", { name: "Pay on the payment page instead" });
    const script = "**/sandbox/stripe.js";
    await page.route(script, () => {});
    await addCap(page, shop.url);
    await cartButton(page).click();
    await cartDrawer(page).waitFor();
    await page.clock.install({ time: await page.evaluate(() => Date.now()) });
    await fillShipping(page, customer);
    await page.clock.fastForward(CARD_FORM_WAIT_MS - 3_000);
    expect(await offer.count()).toBe(0);
    await page.clock.fastForward(3_000);
    await offer.click();
    await page.waitForURL(/\/sandbox\/checkout\/cs_/);
    const first = page.url();

    // The page that was left is closed: there is one way to pay, the form that is shown.
    await page.unroute(script);
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await page.waitForURL("**/checkout");
    await page.getByLabel("Card number").waitFor();
    expect((await fetch(first)).status).toBe(410);

    await page.route(script, (route) => route.abort());
    await page.reload();
    await page.getByText("The card form could not be loaded. Nothing was charged.").waitFor();
    await offer.click();
    await page.waitForURL(/\/sandbox\/checkout\/cs_/);
    expect(await page.getByRole("main").innerText()).toContain(CAP.name);
    const pay = page.getByRole("button", { name: `Pay ${TOTAL}` });
    await fillCard(page, CARDS.declined);
    await pay.click();
    await page.getByRole("alert").getByText("Your card was declined.").waitFor();
    await fillCard(page, CARDS.succeeds);
    await pay.click();
    const orderId = await confirmed(page);
    expect(new URL(page.url()).searchParams.get("session_id")).toMatch(/^cs_/);
    await page.reload();
    expect(await confirmed(page)).toBe(orderId);
    // The cart is empty again, and the checkout leads nowhere but to the order.
    await page.goto(`${shop.url}/checkout`);
    expect(await confirmed(page)).toBe(orderId);
  });
  await eventually(async () => expect(await mailsTo(shop, customer.email)).toHaveLength(1));
});
