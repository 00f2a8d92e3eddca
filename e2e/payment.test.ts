// Payments on bad days: whatever happens around 'Pay Now', the shopper ends up with one order and is never asked to pay
// again while the first payment is open or done. And the sandbox's faults, triggered as an owner triggers them.
import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests, eventually, PHONE } from "#test/browser/browser.ts";
import {
  CAP,
  CARDS,
  type Customer,
  confirmation,
  emailsTo,
  fillAddress,
  fillCard,
  fillShipping,
  mainText,
  openCartWithCap,
  payNow,
  payWith,
} from "#test/browser/journey.ts";
import { control, succeededPayments } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { shopNow } from "#test/browser/three-zones.ts";

const CONFIRM = "**/sandbox/api/v1/payment_intents/*/confirm";
const RETRIEVE = /\/sandbox\/api\/v1\/payment_intents\/pi_[^/?]+\?/;
const VERIFY = "**/functions/v1/verify-checkout-session";
const TOTAL = "$33.99";
const CARD_FORM_WAIT_MS = 8_000;
const CARD_REFUSED = /status of 40[02]/;
const CUT_OFF = /ERR_FAILED .*(payment_intents|verify-checkout-session)/;

const shop = shopForTests();
const browser = browserForTests();

const customerOf = (name: string): Customer => ({
  name,
  email: `${name.toLowerCase().replace(" ", ".")}@example.com`,
});

type Started = { clientSecret: string; paymentIntentId: string; orderId: string };

/** From the list of hats to the card form; resolves with the shop's responses. */
async function toPayment(page: Page, customer: Customer): Promise<Started> {
  await openCartWithCap(page, shop.url);
  const answered = page.waitForResponse("**/functions/v1/create-payment-intent");
  await fillShipping(page, customer);
  return (await (await answered).json()) as Started;
}

/** The email follows the order, so it proves that the order exists. */
async function oneEmailTo(customer: Customer): Promise<string> {
  await eventually(async () => expect(await emailsTo(shop, customer.email)).toHaveLength(1));
  return (await emailsTo(shop, customer.email))[0]?.text ?? "";
}

test("[PY-3] [PY-4] a lost response never shows as a failure: no payment form until the shop knows the outcome, even after a reload", async () => {
  const before = await succeededPayments(shop);
  await browser.visit("answer lost", { expected: [CUT_OFF] }, async ({ page }) => {
    await toPayment(page, customerOf("Ann Swerless"));
    await page.route(CONFIRM, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route(RETRIEVE, (route) => route.abort());
    await page.route(VERIFY, (route) => route.abort());
    await payWith(page, CARDS.succeeds);
    const unsure = page.getByRole("alert").filter({ hasText: "don't pay again" });
    await unsure.waitFor();
    await page.reload();
    await unsure.waitFor();
    expect(await payNow(page).count()).toBe(0);
    await page.unroute(VERIFY);
    await page.getByRole("button", { name: "Check again" }).click();
    await confirmation(page);
  });
  expect(await succeededPayments(shop)).toBe(before + 1);
});

test("[CA-1] [PY-5] two tabs pay one order: the second one finds it", async () => {
  const customer = customerOf("Tia Tabs");
  await browser.visit("two tabs", {}, async ({ page, context }) => {
    await toPayment(page, customer);
    const second = await context.newPage();
    await second.goto(`${shop.url}/checkout`);
    await fillAddress(second, customer);
    await payWith(page, CARDS.succeeds);
    const { orderId } = await confirmation(page);
    await second.waitForURL(/\/checkout\/confirmation\?/);
    expect(new URL(second.url()).searchParams.get("order_id")).toBe(orderId);
    expect(await payNow(second).count()).toBe(0);
  });
});

test("[PY-1] [CF-1] back from the bank's page, a declined order can be paid again and an approved one is confirmed", async () => {
  await browser.visit("bank", { viewport: PHONE, expected: [CARD_REFUSED] }, async ({ page }) => {
    const started = await toPayment(page, customerOf("Red Direct"));
    await page.goto(await throughTheBank(page, started, "fail"));
    await page.getByText("nothing was charged").first().waitFor();
    await page.getByRole("link", { name: "Return to checkout" }).first().click();
    await payNow(page).waitFor();
    await page.goto(await throughTheBank(page, started, "succeed"));
    await page.waitForURL(/\/checkout\/confirmation\?/);
    const query = new URL(page.url()).searchParams;
    expect([query.get("order_id"), query.get("payment_intent")]).toEqual([
      started.orderId,
      started.paymentIntentId,
    ]);
    await page
      .getByText(`${started.orderId.slice(0, 22)}...`)
      .first()
      .waitFor();
    expect(page.url()).not.toContain("client_secret");
    expect(await page.getByTestId("cart-count").count()).toBe(0);
  });
});

/** Pays with a card whose bank redirects the shopper; returns the URL that the bank redirects back to. */
async function throughTheBank(
  page: Page,
  { clientSecret, paymentIntentId, orderId }: Started,
  outcome: "succeed" | "fail",
): Promise<string> {
  const api = `${shop.url}/sandbox/api/v1/payment_intents/${paymentIntentId}`;
  const secret = { key: "pk_test_sandbox", client_secret: clientSecret };
  const card = {
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": CARDS.authenticates.replaceAll(" ", ""),
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "2034",
    "payment_method_data[card][cvc]": "123",
  };
  const asked = await page.request.post(`${api}/confirm`, { form: { ...secret, ...card } });
  expect(await asked.json()).toMatchObject({ status: "requires_action" });
  await page.request.post(`${api}/authenticate`, { form: { ...secret, outcome } });
  const query = new URLSearchParams({
    order_id: orderId,
    payment_intent: paymentIntentId,
    payment_intent_client_secret: clientSecret,
    redirect_status: outcome === "succeed" ? "succeeded" : "failed",
  });
  return `${shop.url}/checkout/confirmation?${query}`;
}

test("[PY-6] [CF-6] a paid order is created even when the browser claims it is done and has lost its address", async () => {
  const customer = customerOf("Mo Missing");
  await browser.visit("nothing kept", { viewport: PHONE }, async ({ page }) => {
    const { orderId } = await toPayment(page, customer);
    await page.evaluate((id) => {
      sessionStorage.clear();
      localStorage.setItem("processedOrders", JSON.stringify([id]));
    }, orderId);
    // Only the page itself can make the order.
    await control(shop, "faults", { kind: "webhook_lost", times: 10 });
    await payWith(page, CARDS.succeeds);
    expect((await confirmation(page)).orderId).toBe(orderId);
    await control(shop, "faults/clear", {});
    expect(await mainText(page)).not.toContain("Missing shipping information");
  });
  const text = await oneEmailTo(customer);
  for (const told of [customer.name, "18 Fairway Drive", "85001"]) expect(text).toContain(told);
});

async function confirmed(page: Page): Promise<string> {
  await page.waitForURL(/\/checkout\/confirmation\?/);
  await page.getByRole("heading", { name: "Order confirmed" }).waitFor({ timeout: 30_000 });
  expect(await page.getByRole("main").innerText()).toContain(TOTAL);
  return new URL(page.url()).searchParams.get("order_id") ?? "";
}

test("[FN-4] a card form that never responds is abandoned after 8 seconds; Cancel leads back, and a blocked form leads to the payment page again", async () => {
  const customer = customerOf("Ho Sted");
  // The browser itself logs what was blocked, and each refusal.
  const expected = [/ERR_FAILED/, /ERR_ABORTED/, CARD_REFUSED];
  await browser.visit("hosted", { viewport: PHONE, expected }, async ({ page }) => {
    const offer = page.getByRole("button", { name: "Pay on the payment page instead" });
    const script = "**/sandbox/stripe.js";
    await page.route(script, () => {});
    // Before the shop's first page: a page whose clock changes while it runs waits for the old one.
    await page.clock.install({ time: shopNow() });
    await openCartWithCap(page, shop.url);
    await fillShipping(page, customer);
    await page.clock.fastForward(CARD_FORM_WAIT_MS - 3_000);
    expect(await offer.count()).toBe(0);
    await page.clock.fastForward(3_000);
    await offer.click();
    await page.waitForURL(/\/sandbox\/checkout\/cs_/);
    const first = page.url();

    // The abandoned page is closed: there is one way to pay, the visible form.
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
    // The cart is empty again, and the checkout leads only to the order.
    await page.goto(`${shop.url}/checkout`);
    expect(await confirmed(page)).toBe(orderId);
  });
  await oneEmailTo(customer);
});

test("[PY-3] [PY-4] the owner tries a decline, 3-D Secure, a lost webhook, and a closed tab", async () => {
  const [customer, gone] = [customerOf("Rhea Hearse"), customerOf("Clo Sedtab")];
  const options = { viewport: PHONE, expected: [CARD_REFUSED] };
  await browser.visit("rehearsal", options, async ({ page, context }) => {
    const lost = page
      .getByRole("listitem")
      .filter({ hasText: "payment_intent.succeeded" })
      .filter({ hasText: "lost" });
    await page.goto(`${shop.url}/sandbox`);
    const lostBefore = await lost.count();
    await control(shop, "faults", { kind: "payment_declined" });
    await toPayment(page, customer);
    await payWith(page, CARDS.succeeds);
    await page.getByText("Your card was declined.").first().waitFor();
    await control(shop, "faults", { kind: "payment_authenticates" });
    await loseWebhook(context);
    await payWith(page, CARDS.succeeds);
    await page.getByRole("button", { name: "Complete authentication" }).click();
    await confirmation(page);

    await control(shop, "faults", { kind: "tab_closed" });
    await toPayment(page, gone);
    await payWith(page, CARDS.succeeds);
    await page.waitForURL("**/sandbox/tab-closed");

    await page.goto(`${shop.url}/sandbox`);
    expect(await lost.count()).toBe(lostBefore + 1);
  });
  await oneEmailTo(customer);
  await oneEmailTo(gone);
});

/** Loses the next webhook of a payment, by the sandbox's button in another tab, which is then closed. */
async function loseWebhook(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${shop.url}/sandbox`);
  await page.getByLabel("Only for").selectOption("payment_intent.succeeded");
  await page.getByRole("button", { name: "Lost", exact: true }).click();
  await page.locator(".armed").getByText("Lost").waitFor();
  await page.close();
}
