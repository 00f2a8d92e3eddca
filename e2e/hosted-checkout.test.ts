// What happens when the card form can't load (a blocked script), and how a customer comes back to an order.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests, DESKTOP, eventually, PHONE } from "./browser.ts";
import { addCap, CAP, CARDS, type Customer, cartDrawer, fillShipping, mailsTo } from "./journey.ts";
import { shopForTests } from "./shop-for-tests.ts";

const TOTAL = "$33.99";
const OFFER = "Pay on the payment page instead";
/** The browser itself reports what it was kept from loading, and every answer that is a refusal. */
const BLOCKED = [/ERR_FAILED/, /ERR_ABORTED/];
const CARD_REFUSED = /status of 402/;
const KEY_IS_OVER = /status of 409 .*create-payment-intent/;
const NO_SUCH_ORDER = /status of 404 .*\/orders\/A{43}/;
const FORM_REFUSED = /status of 422 .*\/orders\.data/;

const shop = shopForTests();
const browser = browserForTests();

async function toPaymentStep(page: Page, customer: Customer): Promise<void> {
  await addCap(page, shop.url);
  await page.getByRole("button", { name: /cart/i }).first().click();
  await cartDrawer(page).waitFor();
  await fillShipping(page, customer);
}

async function payOnPage(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("ZIP code").fill("85001");
  await page.getByRole("button", { name: `Pay ${TOTAL}` }).click();
}

async function confirmed(page: Page): Promise<string> {
  await page.waitForURL(/\/checkout\/confirmation\?/);
  await page.getByRole("heading", { name: "Order confirmed" }).waitFor({ timeout: 30_000 });
  expect(await page.getByRole("main").innerText()).toContain(TOTAL);
  return new URL(page.url()).searchParams.get("order_id") ?? "";
}

async function mailOf(customer: Customer, subject: RegExp): Promise<{ text: string }> {
  return eventually(async () => {
    const found = (await mailsTo(shop, customer.email)).filter((mail) => subject.test(mail.subject));
    expect(found).toHaveLength(1);
    return found[0] as { text: string };
  });
}

const linkIn = (mail: { text: string }) =>
  /http:\/\/localhost:\d+\/orders\/[\w-]{43}/.exec(mail.text)?.[0] ?? "";

test("[FN-4] with the card form's script blocked the order is paid on the payment page, at 390 px", async () => {
  const customer = { name: "Pat Example", email: "pat@example.com" };
  await browser.visit(
    "hosted",
    { viewport: PHONE, expected: [...BLOCKED, CARD_REFUSED] },
    async ({ page }) => {
      await page.route("**/sandbox/stripe.js", (route) => route.abort());
      await toPaymentStep(page, customer);
      await page.getByText("The card form could not be loaded. Nothing was charged.").waitFor();
      await page.getByRole("button", { name: OFFER }).click();
      await page.waitForURL(/\/sandbox\/checkout\/cs_/);
      expect(await page.getByRole("main").innerText()).toContain(CAP.name);
      await payOnPage(page, CARDS.declined);
      await page.getByRole("alert").getByText("Your card was declined.").waitFor();
      await payOnPage(page, CARDS.succeeds);
      const orderId = await confirmed(page);
      expect(new URL(page.url()).searchParams.get("session_id")).toMatch(/^cs_/);
      await page.reload();
      expect(await confirmed(page)).toBe(orderId);
      // The cart is empty again, and the checkout leads nowhere but to the order.
      await page.goto(`${shop.url}/checkout`);
      expect(await confirmed(page)).toBe(orderId);
    },
  );
  await mailOf(customer, /^Your .* order ORD-\d+$/);
});

test("[FN-4] a script that never answers is given up after 8 seconds; canceling leads back to the card form", async () => {
  const customer = { name: "Sam Example", email: "sam@example.com" };
  await browser.visit(
    "hosted-late",
    { viewport: DESKTOP, expected: [...BLOCKED, KEY_IS_OVER] },
    async ({ page }) => {
      let isBlocked = true;
      await page.route("**/sandbox/stripe.js", (route) => (isBlocked ? undefined : route.continue()));
      // When the step and its offer were drawn, however slowly the browser answers the test.
      await page.addInitScript((offer) => {
        const drawn: Record<string, number> = {};
        Object.assign(window, { drawn });
        new MutationObserver(() => {
          if (document.getElementById("payment-heading")) drawn.step ??= performance.now();
          const isOffered = [...document.querySelectorAll("button")].some(
            (button) => button.innerText === offer,
          );
          if (isOffered) drawn.offer ??= performance.now();
        }).observe(document, { childList: true, subtree: true });
      }, OFFER);
      await toPaymentStep(page, customer);
      await page.getByRole("button", { name: OFFER }).waitFor();
      const { step, offer } = await page.evaluate(
        () => (window as unknown as { drawn: { step: number; offer: number } }).drawn,
      );
      expect(offer - step).toBeGreaterThan(7_000);
      await page.getByRole("button", { name: OFFER }).click();
      await page.waitForURL(/\/sandbox\/checkout\/cs_/);
      const hosted = page.url();
      isBlocked = false;
      await page.getByRole("link", { name: "Cancel and go back" }).click();
      await page.waitForURL("**/checkout");
      await page.getByLabel("Card number").fill(CARDS.succeeds);
      // The page that was left is closed: there is one way to pay, the form that is shown.
      expect((await fetch(hosted)).status).toBe(410);
      await page.getByLabel("Expiration date").fill("12 / 34");
      await page.getByLabel("Security code").fill("123");
      await page.getByLabel("ZIP code").fill("85001");
      await page.getByRole("button", { name: /^Pay Now/ }).click();
      await confirmed(page);
    },
  );
  await mailOf(customer, /^Your .* order ORD-\d+$/);
});

test("[CF-8] the link in the mail opens the order, and a lost one is mailed again, without JavaScript too", async () => {
  const customer = { name: "Pat Example", email: "pat@example.com" };
  const mail = await mailOf(customer, /^Your .* order ORD-\d+$/);
  const number = /ORD-\d+/.exec(mail.text)?.[0] ?? "";
  await browser.visit(
    "order-page",
    { viewport: PHONE, expected: [NO_SUCH_ORDER, FORM_REFUSED] },
    async ({ page, context }) => {
      const answer = await page.goto(linkIn(mail));
      expect(answer?.headers()).toMatchObject({
        "cache-control": "private, no-store",
        "referrer-policy": "same-origin",
      });
      expect(answer?.headers()["x-robots-tag"]).toContain("noindex");
      await page.getByText(/^Receipt:/).click();
      const text = await page.getByRole("main").innerText();
      for (const shown of [
        "We are preparing your order",
        CAP.name,
        TOTAL,
        number,
        "18 Fairway Drive",
        "Payment received",
      ])
        expect(text).toContain(shown);
      expect(await page.locator('meta[name="robots"]').getAttribute("content")).toContain("noindex");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        PHONE.width,
      );

      const guess = await page.goto(`${shop.url}/orders/${"A".repeat(43)}`);
      expect(guess?.status()).toBe(404);
      await page.getByRole("main").getByRole("link", { name: "Find your order" }).click();
      await page.waitForURL("**/orders");
      await page.getByRole("button", { name: "Send me the link" }).click();
      await page.getByText("Please enter the order number, for example ORD-001").waitFor();

      const plain = await context.browser()?.newContext({ javaScriptEnabled: false, viewport: PHONE });
      const form = await plain?.newPage();
      if (!plain || !form) throw new Error("no second context");
      await form.goto(`${shop.url}/orders`);
      for (const email of ["sam@example.com", customer.email]) {
        await form.getByLabel("Order number").fill(number);
        await form.getByLabel("Email").fill(email);
        await form.getByRole("button", { name: "Send me the link" }).click();
        await form.getByText("Check your email").waitFor();
      }
      await plain.close();
    },
  );
  expect(linkIn(await mailOf(customer, /the link to it$/))).toBe(linkIn(mail));
  // The other customer has an order as well, but not with this number.
  expect(await mailsTo(shop, "sam@example.com")).toHaveLength(1);
});
