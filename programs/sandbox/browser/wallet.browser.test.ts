// The sandbox's wallet in a real browser, through the official packages: what a page hears, what it may answer, and
// what Stripe would refuse.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { StripeConstructor } from "@stripe/stripe-js";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findChromium } from "#test/browser/chromium.ts";
import { sandboxListener } from "../node-listener.ts";
import { openTestBench, PUBLISHABLE_KEY, type TestBench } from "../test-bench.ts";

const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";
const AMOUNT = 4200;

let browser: Browser;
let bench: TestBench;
let shop: ReturnType<typeof createServer>;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
});
afterAll(() => browser?.close());

beforeEach(async () => {
  bench = await openTestBench({ clock: () => Date.now() });
  const sandbox = sandboxListener(bench.sandbox);
  shop = createServer((request, response) => {
    if (request.url?.startsWith("/sandbox")) return sandbox(request, response);
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": CSP });
    response.end(
      '<!doctype html><title>Shop</title><div id="root"></div><script src="/sandbox/stripe.js"></script>',
    );
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
});
afterEach(async () => {
  await page.close();
  shop.closeAllConnections();
  await new Promise((resolve) => shop.close(resolve));
  await bench.close();
});

type Given = { amount: number; submits: boolean; clientSecret: string };

/** A page that sells one thing for `amount` by wallet, and writes down what it hears. */
async function openPage(given: Given): Promise<void> {
  await page.evaluate(
    ([key, { amount, submits, clientSecret }]) => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      const stripe = (window as unknown as { Stripe: StripeConstructor }).Stripe(key);
      const elements = stripe.elements({ mode: "payment", amount, currency: "usd" });
      const rate = { id: "standard", displayName: "Standard", amount: 200 };
      const wallet = elements.create("expressCheckout", {
        emailRequired: true,
        shippingAddressRequired: true,
        shippingRates: [rate],
      });
      wallet.on("ready", ({ availablePaymentMethods }) =>
        heard.push(`ready ${availablePaymentMethods?.googlePay}`),
      );
      wallet.on("click", ({ resolve }) => resolve({ lineItems: [{ name: "A cap", amount: amount - 200 }] }));
      wallet.on("shippingaddresschange", ({ address, resolve, reject }) => {
        heard.push(`at ${Object.values(address).join(" ")}`);
        if (address.country !== "US") return reject();
        if (address.state === "OR") elements.update({ amount: amount + 100 });
        resolve({ lineItems: [{ name: `A cap for ${address.state}`, amount: amount - 200 }] });
      });
      wallet.on("cancel", () => heard.push("cancel"));
      wallet.on("confirm", async ({ billingDetails, shippingAddress, paymentFailed }) => {
        heard.push(`confirm ${billingDetails?.email} ${shippingAddress?.address.line1}`);
        if (submits) await elements.submit();
        const confirmParams = { return_url: `${location.origin}/done` };
        const { error, paymentIntent } = await stripe.confirmPayment({
          elements,
          clientSecret,
          confirmParams,
          redirect: "if_required",
        });
        heard.push(error ? `error ${error.message}` : `status ${paymentIntent?.status}`);
        if (error) paymentFailed({ message: "It was not paid." });
      });
      wallet.mount("#root");
    },
    [PUBLISHABLE_KEY, given] as const,
  );
  await heard("ready true");
}

const heard = (said: string | RegExp) =>
  expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join("\n")))
    .toMatch(said);
const sheet = () => page.getByRole("dialog", { name: "Sandbox Wallet" });
const payButton = () => sheet().getByRole("button", { name: /^Pay/ });

async function intentWith(shipping?: { name: string; address: { line1: string } }) {
  const intent = await bench.stripe.paymentIntents.create({
    amount: AMOUNT,
    currency: "usd",
    ...(shipping ? { shipping } : {}),
  });
  return { id: intent.id, clientSecret: intent.client_secret ?? "" };
}

test("[PA-2] a tap opens the sheet, another pays, and the wallet hands over its address", async () => {
  const { id, clientSecret } = await intentWith();
  await openPage({ amount: AMOUNT, submits: true, clientSecret });
  await page.getByRole("button", { name: "Sandbox Wallet" }).click();
  await sheet().getByText("A cap for AZ").waitFor();
  await sheet().getByLabel("Canada").check();
  await sheet().getByText("The shop can't ship to this address.").waitFor();
  expect(await payButton().isDisabled()).toBe(true);
  await sheet().getByLabel("Another state").check();
  await sheet().getByText("$43.00").first().waitFor();
  await sheet().getByRole("button", { name: "Cancel" }).click();
  await heard("cancel");
  await heard("at Phoenix AZ 85001 US\nat Toronto ON M5V 2T6 CA\nat Portland OR 97204 US");

  // The elements have kept the other amount, which is not the payment's.
  await page.getByRole("button", { name: "Sandbox Wallet" }).click();
  await payButton().click();
  await sheet().getByText("It was not paid.").waitFor();
  await heard("error The amount of this PaymentIntent is not the amount of the elements.");
  expect((await bench.stripe.paymentIntents.retrieve(id)).status).toBe("requires_payment_method");

  await page.reload();
  await openPage({ amount: AMOUNT, submits: true, clientSecret });
  await page.getByRole("button", { name: "Sandbox Wallet" }).click();
  await payButton().click();
  await heard("confirm pat@example.com 1 Fairway Lane\nstatus succeeded");
  expect(await sheet().count()).toBe(0);
  expect((await bench.stripe.paymentIntents.retrieve(id)).shipping).toMatchObject({
    name: "Pat Example",
    address: { line1: "1 Fairway Lane", country: "US" },
  });
});

test("[PA-2] what Stripe refuses is refused: no submit before, and an address that the server has set", async () => {
  const plain = await intentWith();
  await openPage({ amount: AMOUNT, submits: false, clientSecret: plain.clientSecret });
  await page.getByRole("button", { name: "Sandbox Wallet" }).click();
  await payButton().click();
  await heard("error elements.submit() must be called");

  await page.reload();
  const named = await intentWith({ name: "Pat Example", address: { line1: "1 Fairway Lane" } });
  await openPage({ amount: AMOUNT, submits: true, clientSecret: named.clientSecret });
  await page.getByRole("button", { name: "Sandbox Wallet" }).click();
  await payButton().click();
  await heard("error The shipping information on this PaymentIntent was last set with a secret key");
  expect((await bench.stripe.paymentIntents.retrieve(named.id)).status).toBe("requires_payment_method");
});
