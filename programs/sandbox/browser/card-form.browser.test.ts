// The card form in a real browser, under the shop's strict content security policy and under the official
// React package: what a shopper sees, types, and reads.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { StripeConstructor } from "@stripe/stripe-js";
import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { accessibilityFaults } from "#test/browser/axe.ts";
import { findChromium } from "#test/browser/chromium.ts";
import { sandboxListener } from "../node-listener.ts";
import { openTestBench, PUBLISHABLE_KEY, type TestBench } from "../test-bench.ts";

const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'";

/** A checkout page in React, as the shop has one: PaymentElement, submit, confirmPayment. */
const APP = `
import { createElement as h, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
const promise = loadStripe(${JSON.stringify(PUBLISHABLE_KEY)});
const clientSecret = location.hash.slice(1);
const appearance = { variables: { colorPrimary: "#184b33", borderRadius: "4px" } };
function Pay() {
  const stripe = useStripe();
  const elements = useElements();
  const [result, setResult] = useState("");
  const [ready, setReady] = useState(false);
  const pay = async (event) => {
    event.preventDefault();
    setResult("");
    const { error } = await elements.submit();
    if (error) return setResult("form: " + error.message);
    const done = await stripe.confirmPayment({ elements, clientSecret, redirect: "if_required",
      confirmParams: { return_url: location.origin + "/done" } });
    setResult(done.error ? done.error.type + ": " + done.error.message : "status: " + done.paymentIntent.status);
  };
  return h("form", { onSubmit: pay }, h(PaymentElement, { onReady: () => setReady(true), options: location.search === "?known" ?
      { defaultValues: { billingDetails: { address: { postal_code: "85001" } } } } : {} }),
    h("button", { disabled: !ready }, "Pay now"), h("output", null, result));
}
createRoot(document.querySelector("#root")).render(
  h(StrictMode, null, h(Elements, { stripe: promise, options: { clientSecret, appearance } }, h(Pay))));
`;

let browser: Browser;
let bundle: string;
let bench: TestBench;
let shop: ReturnType<typeof createServer>;
let origin: string;
let page: Page;
let complaints: string[];

async function bundleApp(): Promise<string> {
  const virtual = "virtual:checkout";
  const output = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "checkout",
        resolveId: (id) => (id === virtual ? id : null),
        load: (id) => (id === virtual ? APP : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: virtual } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (!first || !("output" in first)) throw new Error("Nothing was built.");
  return first.output[0].code;
}

beforeAll(async () => {
  bundle = await bundleApp();
  browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
});
afterAll(() => browser?.close());

beforeEach(async () => {
  bench = await openTestBench({ clock: () => Date.now() });
  const sandbox = sandboxListener(bench.sandbox);
  shop = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path.startsWith("/sandbox")) return sandbox(request, response);
    if (path === "/app.js") return response.writeHead(200, { "content-type": "text/javascript" }).end(bundle);
    const scripts = ['<script src="/sandbox/stripe.js"></script>'];
    if (path.startsWith("/checkout")) scripts.push('<script type="module" src="/app.js"></script>');
    if (!path.startsWith("/checkout") && path !== "/plain") return response.writeHead(204).end();
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": CSP });
    response.end(
      '<!doctype html><html lang="en"><title>Checkout</title><meta name="viewport" content="width=device-width, initial-scale=1"><div id="root"></div>' +
        scripts.join(""),
    );
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  page = await context.newPage();
  complaints = [];
  page.on("console", (message) => {
    // A refused payment is an HTTP 402, which the browser logs to the console.
    const isExpected = message.text().includes("status of 40");
    if (!isExpected && ["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
});
afterEach(async () => {
  await page.context().close();
  shop.closeAllConnections();
  await new Promise((resolve) => shop.close(resolve));
  await bench.close();
  expect(complaints).toEqual([]);
});

async function openCheckout() {
  const intent = await bench.stripe.paymentIntents.create({ amount: 4200, currency: "usd" });
  await page.goto(`${origin}/checkout#${intent.client_secret}`);
  await page.getByLabel("Card number").waitFor();
  return intent.id;
}

async function typeCard(number: string) {
  await page.getByLabel("Card number").pressSequentially(number);
  await page.getByLabel("Expiration date").pressSequentially("1234");
  await page.getByLabel("Security code").pressSequentially("123");
  await page.getByLabel("ZIP code").pressSequentially("94103");
}

const payNow = () => page.getByRole("button", { name: "Pay now" }).click();
const resultIs = (text: string) => page.locator("output", { hasText: text }).waitFor();
const statusOf = async (id: string) => (await bench.stripe.paymentIntents.retrieve(id)).status;

const expectSound = async (name: string) => {
  const found = (await accessibilityFaults(page)).filter(
    ({ id }) => !["landmark-one-main", "page-has-heading-one", "region"].includes(id),
  );
  expect(found, name).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
};

/** A page of the sandbox's own to pay two things at $25 on; it leads back to the shop. */
async function openHostedPage() {
  const session = await bench.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [
      { price_data: { currency: "usd", unit_amount: 2500, product_data: { name: "Rope hat" } }, quantity: 2 },
    ],
    success_url: `${origin}/done?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/cart`,
  });
  await page.goto(`${origin}${new URL(session.url!).pathname}`);
  await page.getByRole("heading", { name: "Pay $50.00" }).waitFor();
  return session.id;
}

test("the shopper pays with a test card, which no form can send, in the shop's look", async () => {
  const id = await openCheckout();
  await typeCard("4242424242424242");
  expect(await page.getByLabel("Card number").inputValue()).toBe("4242 4242 4242 4242");
  expect(await page.getByLabel("Expiration date").inputValue()).toBe("12 / 34");
  await page.getByText("Visa", { exact: true }).waitFor();
  const sent = await page.evaluate(() => [
    ...new FormData(document.querySelector("form") ?? undefined).keys(),
  ]);
  expect(sent).toEqual([]);
  const zip = page.getByLabel("ZIP code");
  expect(await zip.evaluate((input) => getComputedStyle(input).borderRadius)).toBe("4px");
  expect(await zip.evaluate((input) => input.getBoundingClientRect().height)).toBeGreaterThanOrEqual(44);
  await expectSound("form");
  await payNow();
  await resultIs("status: succeeded");
  expect(await statusOf(id)).toBe("succeeded");
});

test("without React, and going to the return address afterward", async () => {
  const { client_secret, id } = await bench.stripe.paymentIntents.create({ amount: 100, currency: "usd" });
  await page.goto(`${origin}/plain`);
  await page.evaluate(
    ([key, clientSecret]) => {
      const page = window as unknown as { Stripe: StripeConstructor; pay: () => Promise<unknown> };
      const stripe = page.Stripe(key);
      const elements = stripe.elements({ clientSecret });
      elements.create("payment").mount("#root");
      page.pay = () => stripe.confirmPayment({ elements, confirmParams: { return_url: "/thanks?order=1" } });
    },
    [PUBLISHABLE_KEY, client_secret!] as const,
  );
  await typeCard("5555555555554444");
  const left = page.waitForRequest((request) => request.url().includes("/thanks"));
  await page.evaluate(() => void (window as unknown as { pay: () => Promise<unknown> }).pay());
  const address = new URL((await left).url());
  expect(Object.fromEntries(address.searchParams)).toEqual({
    order: "1",
    payment_intent: id,
    payment_intent_client_secret: client_secret,
    redirect_status: "succeeded",
  });
});

test("missing fields are named, a number that isn't a test card stays here, a declined card is reported, and the next one pays", async () => {
  const id = await openCheckout();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await payNow();
  await resultIs("form: Your card number is incomplete.");
  const number = page.getByLabel("Card number");
  expect(await number.getAttribute("aria-invalid")).toBe("true");
  const described = await number.getAttribute("aria-describedby");
  expect(await page.locator(`#${described}`).textContent()).toBe("Your card number is incomplete.");
  expect(await page.getByRole("alert").filter({ hasText: "incomplete" }).count()).toBe(4);

  await typeCard("4111111111111111");
  await payNow();
  await resultIs("form: Your card number is incorrect.");
  expect(sent.join()).not.toContain("4111");
  expect(await statusOf(id)).toBe("requires_payment_method");

  await number.fill("4000000000000002");
  await payNow();
  await resultIs("card_error: Your card was declined.");
  await number.fill("4242424242424242");
  await payNow();
  await resultIs("status: succeeded");
  expect(await statusOf(id)).toBe("succeeded");
});

test("the bank's question can be answered, refused and closed", async () => {
  const id = await openCheckout();
  await typeCard("4000002760003184");
  for (const refuse of ["button", "Escape"]) {
    await payNow();
    const dialog = page.getByRole("dialog", { name: "3-D Secure test page" });
    await dialog.waitFor();
    if (refuse === "button") {
      await expectSound("question");
      await dialog.getByRole("button", { name: "Fail authentication" }).click();
    } else await page.keyboard.press("Escape");
    await resultIs("invalid_request_error: We are unable to authenticate your payment method.");
  }
  await payNow();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await resultIs("status: succeeded");
  expect(await statusOf(id)).toBe("succeeded");
});

test("the hosted page declines and pays without any script, then returns to the shop", async () => {
  const id = await openHostedPage();
  await expectSound("hosted page");
  await typeCard("4000000000000002");
  await page.getByRole("button", { name: "Pay $50.00" }).click();
  await page.getByRole("alert").filter({ hasText: "Your card was declined." }).waitFor();
  await typeCard("4000002760003184");
  await page.getByRole("button", { name: "Pay $50.00" }).click();
  const arrived = page.waitForRequest((request) => request.url().includes("/done?"));
  await page.getByRole("button", { name: "Complete authentication" }).click();
  expect((await arrived).url()).toBe(`${origin}/done?session_id=${id}`);
  expect((await bench.stripe.checkout.sessions.retrieve(id)).payment_status).toBe("paid");
});

test("the owner chooses that a payment takes its time; what the shop knows need not be typed again; settled by hand", async () => {
  const { stripe } = bench;
  await page.goto(`${origin}/sandbox`);
  await expectSound("owner's page");
  await page.getByRole("button", { name: "Processing for a minute, then fails" }).click();
  await page.locator(".armed").getByText("Processing for a minute, then fails").waitFor();
  const intent = await stripe.paymentIntents.create({
    amount: 9900,
    currency: "usd",
    metadata: { order: "GPS-1" },
  });
  await page.goto(`${origin}/checkout?known#${intent.client_secret}`);
  await page.getByLabel("Card number").fill("4242424242424242");
  await page.getByLabel("Expiration date").fill("1234");
  await page.getByLabel("Security code").fill("123");
  expect(await page.getByLabel("ZIP code").inputValue()).toBe("85001");
  await payNow();
  await resultIs("status: processing");
  await page.goto(`${origin}/sandbox`);
  await page.getByText("GPS-1").waitFor();
  await page.getByRole("button", { name: "Succeeds now" }).click();
  await expect.poll(() => statusOf(intent.id)).toBe("succeeded");
});
