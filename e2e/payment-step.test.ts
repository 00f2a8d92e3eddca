// The payment step on bad days, in a real browser: whatever happens around 'Pay Now', the shopper ends at one
// order and is never told to pay again while the first payment is open or done. And the rehearsals of the
// payment sandbox, pressed as an owner presses them.
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserForTests, PHONE } from "./browser.ts";
import {
  addCap,
  CARDS,
  type Customer,
  confirmation,
  fillAddress,
  fillShipping,
  mailsTo,
  openOrderOf,
  payWith,
  signIn,
} from "./journey.ts";
import { shopForTests } from "./shop-for-tests.ts";

const CONFIRM = "**/sandbox/api/v1/payment_intents/*/confirm";
const RETRIEVE = /\/sandbox\/api\/v1\/payment_intents\/pi_[^/?]+\?/;
const CARD_REFUSED = /status of 40[02]/;
const CUT_OFF = /ERR_FAILED .*payment_intents/;

const shop = shopForTests();
const browser = browserForTests();

const customerOf = (name: string): Customer => ({
  name,
  email: `${name.toLowerCase().replace(" ", ".")}@example.com`,
});

async function toPayment(page: Page, customer: Customer): Promise<void> {
  await addCap(page, shop.url);
  await page.getByRole("button", { name: /cart/i }).first().click();
  await fillShipping(page, customer);
}

const payNow = (page: Page) => page.getByRole("button", { name: /^Pay Now/ });

/** How many payments of the provider have succeeded so far. */
async function succeededPayments(): Promise<number> {
  const answer = await fetch(`${shop.url}/sandbox/payments`);
  const { payments } = (await answer.json()) as { payments: { status: string }[] };
  return payments.filter(({ status }) => status === "succeeded").length;
}

test("[PY-1] a double click on Pay Now pays once, and going back never leads to a second payment", async () => {
  const customer = customerOf("Dee Double");
  const before = await succeededPayments();
  await browser.visit("double click", { viewport: PHONE }, async ({ page }) => {
    await toPayment(page, customer);
    let asked = 0;
    page.on("request", (request) => {
      if (/payment_intents\/pi_[^/]+\/confirm/.test(request.url())) asked += 1;
    });
    await page.getByLabel("Card number").fill(CARDS.succeeds);
    await page.getByLabel("Expiration date").fill("12 / 34");
    await page.getByLabel("Security code").fill("123");
    await page.getByLabel("ZIP code").fill("85001");
    await payNow(page).dblclick();
    const { orderId } = await confirmation(page);
    expect(asked).toBe(1);
    await page.goBack();
    expect(await payNow(page).count()).toBe(0);
    await page.goto(`${shop.url}/checkout`);
    expect((await confirmation(page)).orderId).toBe(orderId);
  });
  expect(await succeededPayments()).toBe(before + 1);
});

test("[PY-4] a reload in the middle of paying leads to the order", async () => {
  await browser.visit("reload", { expected: [CUT_OFF] }, async ({ page }) => {
    await toPayment(page, customerOf("Rea Load"));
    const isCharged = Promise.withResolvers<void>();
    // The provider charges the card; its answer stays away until the page is gone.
    await page.route(CONFIRM, async (route) => {
      await route.fetch();
      isCharged.resolve();
    });
    await payWith(page, CARDS.succeeds);
    await isCharged.promise;
    await page.reload();
    await confirmation(page);
  });
});

test("[PY-3] an answer that is lost is never called a failure: no form to pay with until the shop knows", async () => {
  const before = await succeededPayments();
  await browser.visit("answer lost", { expected: [CUT_OFF] }, async ({ page }) => {
    await toPayment(page, customerOf("Ann Swerless"));
    await page.route(CONFIRM, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route(RETRIEVE, (route) => route.abort());
    await payWith(page, CARDS.succeeds);
    await page.getByRole("alert").filter({ hasText: "don't pay again" }).waitFor();
    expect(await payNow(page).count()).toBe(0);
    await page.getByRole("button", { name: "Check again" }).click();
    await confirmation(page);
  });
  expect(await succeededPayments()).toBe(before + 1);
});

test("[CA-1] [PY-5] two tabs pay one order: the second one finds it", async () => {
  const customer = customerOf("Tia Tabs");
  await browser.visit("two tabs", {}, async ({ page, context }) => {
    await toPayment(page, customer);
    const second = await secondTab(context, customer);
    await payWith(page, CARDS.succeeds);
    const { orderId } = await confirmation(page);
    await second.waitForURL(/\/checkout\/confirmation\?/);
    expect(new URL(second.url()).searchParams.get("order_id")).toBe(orderId);
    expect(await payNow(second).count()).toBe(0);
  });
});

async function secondTab(context: BrowserContext, customer: Customer): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${shop.url}/checkout`);
  await fillAddress(page, customer);
  return page;
}

test("[PY-1] [CF-1] back from the bank's page: refused there the same order can be paid again, approved it is confirmed", async () => {
  await browser.visit("bank", { viewport: PHONE, expected: [CARD_REFUSED] }, async ({ page }) => {
    await addCap(page, shop.url);
    await page.getByRole("button", { name: /cart/i }).first().click();
    const answered = page.waitForResponse("**/functions/v1/create-payment-intent");
    await fillShipping(page, customerOf("Red Direct"));
    const started = (await (await answered).json()) as {
      clientSecret: string;
      paymentIntentId: string;
      orderId: string;
    };
    await page.goto(await throughTheBank(page, started, "fail"));
    await page.getByText("nothing was charged").first().waitFor();
    await page.getByRole("link", { name: "Return to checkout" }).first().click();
    await payNow(page).waitFor();
    await page.goto(await throughTheBank(page, started, "succeed"));
    const { orderId, paymentIntentId } = await returnedTo(page);
    expect({ orderId, paymentIntentId }).toEqual({
      orderId: started.orderId,
      paymentIntentId: started.paymentIntentId,
    });
    await page
      .getByText(`${started.orderId.slice(0, 22)}...`)
      .first()
      .waitFor();
    expect(page.url()).not.toContain("client_secret");
    expect(await page.getByTestId("cart-count").count()).toBe(0);
  });
});

/** Pays with a card whose bank takes the shopper away; returns the URL that the bank sends back to. */
async function throughTheBank(
  page: Page,
  {
    clientSecret,
    paymentIntentId,
    orderId,
  }: { clientSecret: string; paymentIntentId: string; orderId: string },
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

async function returnedTo(page: Page) {
  await page.waitForURL(/\/checkout\/confirmation\?/);
  const query = new URL(page.url()).searchParams;
  return { orderId: query.get("order_id"), paymentIntentId: query.get("payment_intent") };
}

describe("the owner rehearses", () => {
  test("[PY-3] [PY-4] a decline, 3-D Secure and a lost webhook, and the order is there all the same", async () => {
    const customer = customerOf("Rhea Hearse");
    await browser.visit("rehearsal", { expected: [CARD_REFUSED] }, async ({ page, context }) => {
      await arm(context, "Declined by the bank");
      await toPayment(page, customer);
      await payWith(page, CARDS.succeeds);
      await page.getByText("Your card was declined.").first().waitFor();
      await arm(context, "Asks for 3-D Secure");
      await arm(context, "Lost", "payment_intent.succeeded");
      await payWith(page, CARDS.succeeds);
      await page.getByRole("button", { name: "Complete authentication" }).click();
      await confirmation(page);
      await page.goto(`${shop.url}/sandbox`);
      const lost = page.getByRole("listitem").filter({ hasText: "payment_intent.succeeded" });
      expect(await lost.filter({ hasText: "lost" }).count()).toBe(1);
    });
    await expectOrderOf(customer);
  });

  test("[PY-4] a tab that is closed right after paying leaves an order", async () => {
    const customer = customerOf("Clo Sedtab");
    await browser.visit("tab closed", { viewport: PHONE }, async ({ page, context }) => {
      await arm(context, "Paid, and the tab is closed at once");
      await toPayment(page, customer);
      await payWith(page, CARDS.succeeds);
      await page.waitForURL("**/sandbox/tab-closed");
    });
    await expectOrderOf(customer);
  });

  test("[PY-8] the last item race: as many orders as pieces, everybody else is told", async () => {
    await browser.visit("race", { viewport: PHONE }, async ({ page }) => {
      await page.goto(`${shop.url}/sandbox`);
      const chosen = await page.getByLabel("Product").locator("option").first().innerText();
      const left = Number(/\((\d+) left\)/.exec(chosen)?.[1]);
      await page.getByRole("button", { name: "Start the race" }).click();
      const result = page.getByRole("status").filter({ hasText: "shoppers wanted the last" });
      await result.waitFor({ timeout: 60_000 });
      expect(await result.innerText()).toContain(
        `${left + 10} shoppers wanted the last ${left}. ${left} orders, 10 told`,
      );
      expect(await result.innerText()).toContain("0 anything else");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        PHONE.width,
      );
    });
  });
});

/** Presses one of the sandbox's buttons in a tab of its own, which is gone again when the shopper goes on. */
async function arm(context: BrowserContext, label: string, onlyFor?: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${shop.url}/sandbox`);
  if (onlyFor) await page.getByLabel("Only for").selectOption(onlyFor);
  await page.getByRole("button", { name: label, exact: true }).click();
  await page.locator(".armed").getByText(label).waitFor();
  await page.close();
}

async function expectOrderOf(customer: Customer): Promise<void> {
  await browser.visit(`owner sees ${customer.name}`, {}, async ({ page }) => {
    await signIn(page, shop);
    await openOrderOf(page, shop, customer);
  });
  await expect
    .poll(() => mailsTo(shop, customer.email).then((mails) => mails.length), { timeout: 30_000 })
    .toBe(1);
}
