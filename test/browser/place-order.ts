// Orders without a browser, for tests of what follows: the same calls as the checkout page and the card form, and the
// sandbox's own controls for what a bank decides later.
import { randomUUID } from "node:crypto";
import { CAP, type Customer } from "./journey.ts";
import type { RunningShop } from "./shop-process.ts";

const CAP_CENTS = 2_800;
const FLAT_RATE_CENTS = 599;
const POSTAL_ADDRESS = { address1: "18 Fairway Drive", city: "Phoenix", state: "AZ", postalCode: "85001" };
const GOOD_CARD = "4242424242424242";

export type PlacedOrder = { orderId: string; paymentIntentId: string; total: number; customer: Customer };

/** A product's id, from the link in its category's list. */
export async function productIdOf(shop: RunningShop, name: string, category = "HATS"): Promise<string> {
  const html = await (await fetch(`${shop.url}/shop?category=${category}`)).text();
  const link = new RegExp(`href="/product/([0-9a-f-]{36})[^"]*"[^>]*>${name}<`).exec(html);
  if (!link?.[1]) throw new Error(`The list of ${category} has no link to ${name}`);
  return link[1];
}

/** What is bought; `price` in cents, as the shopper sees it. By default one cap. */
export type OrderedItem = { productId: string; option: string | null; price: number; quantity?: number };

/** Paid with a good card; resolves once the order exists. */
export async function placeOrder(
  shop: RunningShop,
  customer: Customer,
  ordered: Partial<OrderedItem> = {},
): Promise<PlacedOrder> {
  const orderId = randomUUID();
  const productId = ordered.productId ?? (await productIdOf(shop, CAP.name));
  const { option = null, price = CAP_CENTS, quantity = 1 } = ordered;
  const total = quantity * price + FLAT_RATE_CENTS;
  const started = await postJson<{ clientSecret: string; paymentIntentId: string }>(
    `${shop.url}/functions/v1/create-payment-intent`,
    {
      amount: total,
      idempotency_key: randomUUID(),
      order_id: orderId,
      cart_items: [{ product_id: productId, quantity, selectedOption: option }],
      shipping_details: {
        ...customer,
        ...POSTAL_ADDRESS,
      },
    },
  );
  const { paymentIntentId } = started;
  await pay(shop, started);
  await postJson(`${shop.url}/functions/v1/verify-checkout-session`, { payment_intent_id: paymentIntentId });
  return { orderId, paymentIntentId, total, customer };
}

/** The status of a response to GET. */
export async function statusOf(shop: RunningShop, target: string): Promise<number> {
  return (await fetch(`${shop.url}${target}`, { redirect: "manual" })).status;
}

type CheckoutAnswer = {
  status: number;
  body: { error?: { code: string; message: string } };
  seconds: number;
};

/** Starts a checkout of one cap; never throws for a refusal. */
export async function tryCheckout(shop: RunningShop, productId: string): Promise<CheckoutAnswer> {
  const began = performance.now();
  const answer = await fetch(`${shop.url}/functions/v1/create-payment-intent`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      amount: CAP_CENTS + FLAT_RATE_CENTS,
      idempotency_key: randomUUID(),
      order_id: randomUUID(),
      cart_items: [{ product_id: productId, quantity: 1, selectedOption: null }],
      shipping_details: {
        name: "Pat Example",
        email: "pat@example.com",
        ...POSTAL_ADDRESS,
      },
    }),
  });
  const body = (await answer.json()) as CheckoutAnswer["body"];
  return { status: answer.status, body, seconds: (performance.now() - began) / 1_000 };
}

async function pay(
  shop: RunningShop,
  { clientSecret, paymentIntentId }: { clientSecret: string; paymentIntentId: string },
): Promise<void> {
  const answer = await fetch(`${shop.url}/sandbox/api/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: "POST",
    body: new URLSearchParams({
      key: "pk_test_sandbox",
      client_secret: clientSecret,
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": GOOD_CARD,
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "2040",
      "payment_method_data[card][cvc]": "123",
    }),
  });
  if (!answer.ok) throw new Error(`The payment was answered with ${answer.status}: ${await answer.text()}`);
}

/** An order whose bank declines after a while: it exists, unpaid, and holds its stock. */
export async function placeFailedOrder(shop: RunningShop, customer: Customer): Promise<PlacedOrder> {
  await control(shop, "faults", { kind: "payment_processing", settleAfterMs: null });
  const order = await placeOrder(shop, customer);
  await control(shop, `payments/${order.paymentIntentId}/settle`, { outcome: "failed" });
  await postJson(`${shop.url}/functions/v1/verify-checkout-session`, {
    payment_intent_id: order.paymentIntentId,
  }).catch(() => {});
  return order;
}

/** How many of the sandbox's payments have succeeded so far. */
export async function succeededPayments(shop: RunningShop): Promise<number> {
  const answer = await fetch(`${shop.url}/sandbox/payments`);
  const { payments } = (await answer.json()) as { payments: { status: string }[] };
  return payments.filter(({ status }) => status === "succeeded").length;
}

/** One of the sandbox's controls, see programs/sandbox/faults/control-requests.ts. */
export function control(shop: RunningShop, path: string, fields: Record<string, unknown>): Promise<unknown> {
  return postJson(`${shop.url}/sandbox/${path}`, fields);
}

async function postJson<Answer>(url: string, body: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answer;
}
