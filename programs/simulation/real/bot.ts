// A shopper without a browser, who makes the same calls as the checkout page and the card form. Any call may fail
// at any moment because the shop is being killed. Then a bot does what a shopper would: it tries again with the
// same key, or gives up and leaves.
import { randomUUID } from "node:crypto";

export type Purchase = {
  key: string;
  orderId: string;
  productId: string;
  amount: number;
  outcome: "paid" | "declined" | "refused" | "left";
};

type Started = { clientSecret: string; paymentIntentId: string };

const ATTEMPTS_MAX = 60;
const PAUSE_MS = 250;

const address = {
  name: "Pat Example",
  email: "pat@example.com",
  address1: "1 Fairway Lane",
  city: "Phoenix",
  state: "AZ",
  postalCode: "85001",
};

/**
 * Starts a checkout of one unit, or says why the shop refuses (sold out). Repeats until it gets an answer, and tells
 * `fails` of each that it did not get.
 */
export async function startPurchase(
  origin: () => string,
  purchase: Pick<Purchase, "key" | "orderId" | "productId" | "amount">,
  fails: (why: string) => void = () => {},
): Promise<Started | { refused: string }> {
  const body = JSON.stringify({
    amount: purchase.amount,
    idempotency_key: purchase.key,
    order_id: purchase.orderId,
    cart_items: [{ product_id: purchase.productId, quantity: 1, selectedOption: null }],
    shipping_details: address,
  });
  return insist(async () => {
    const response = await post(`${origin()}/functions/v1/create-payment-intent`, body, "application/json");
    const answer = (await response.json()) as Started & { error?: { code: string } };
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    return response.ok ? answer : { refused: answer.error?.code ?? `status ${response.status}` };
  }, fails);
}

/** Pays as the card form does. A lost answer is not requested again: the shopper has closed the tab. */
export async function pay(origin: string, started: Started, cardNumber: string): Promise<void> {
  const form = new URLSearchParams({
    key: "pk_test_sandbox",
    client_secret: started.clientSecret,
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": cardNumber,
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "2040",
    "payment_method_data[card][cvc]": "123",
  });
  const url = `${origin}/sandbox/api/v1/payment_intents/${started.paymentIntentId}/confirm`;
  await finish(await post(url, form.toString(), "application/x-www-form-urlencoded"));
}

export async function verify(origin: string, started: Started): Promise<void> {
  const body = JSON.stringify({ payment_intent_id: started.paymentIntentId });
  await finish(await post(`${origin}/functions/v1/verify-checkout-session`, body, "application/json"));
}

async function finish(response: Response): Promise<void> {
  await response.arrayBuffer();
  if (response.status >= 500) throw new Error(`status ${response.status}`);
}

/** One whole visit. `fate` (0 to 1) decides the kind of shopper. */
export async function visit(
  origin: () => string,
  goods: { productId: string; amount: number },
  fate: number,
): Promise<Purchase> {
  const purchase: Purchase = { key: randomUUID(), orderId: randomUUID(), ...goods, outcome: "left" };
  try {
    const started = await startPurchase(origin, purchase);
    if ("refused" in started) return { ...purchase, outcome: "refused" };
    if (fate < 0.1) return purchase;
    if (fate < 0.25) await pay(origin(), started, "4000000000000002");
    if (fate < 0.15) return { ...purchase, outcome: "declined" };
    await pay(origin(), started, "4242424242424242");
    // Half of the shoppers never come back to the confirmation page.
    if (fate > 0.6) await verify(origin(), started);
    return { ...purchase, outcome: "paid" };
  } catch {
    return purchase;
  }
}

async function insist<T>(call: () => Promise<T>, fails: (why: string) => void): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX) throw error;
      fails(String(error));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

function post(url: string, body: string, contentType: string): Promise<Response> {
  return fetch(url, {
    method: "POST",
    body,
    headers: { "content-type": contentType },
    signal: AbortSignal.timeout(30_000),
  });
}
