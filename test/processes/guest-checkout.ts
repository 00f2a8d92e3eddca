// A guest without a browser, who makes the same calls as the checkout page and the card form. Any call may fail at any
// time because the shop is being killed. Then it does what a shopper would: try again with the same key, or give up and
// leave.
import { pat } from "#test/sales/people.ts";

type Purchase = {
  key: string;
  orderId: string;
  productId: string;
  amount: number;
};

export type Started = { clientSecret: string; paymentIntentId: string };
/** The code of the refusal. */
type Refused = { refused: string };

type Answer = Started & { error?: { code: string } };

export const GOOD_CARD = "4242424242424242";
export const DECLINED_CARD = "4000000000000002";

const ATTEMPTS_MAX = 60;
const PAUSE_MS = 250;
const ANSWER_MS_MAX = 30_000;

/** Starts a checkout of one unit, or returns the shop's refusal (sold out). Retries until it gets a response. */
export async function startPurchase(
  origin: string,
  purchase: Purchase,
  { attemptsMax = ATTEMPTS_MAX, answerMsMax = ANSWER_MS_MAX } = {},
): Promise<Started | Refused> {
  const body = JSON.stringify({
    amount: purchase.amount,
    idempotency_key: purchase.key,
    order_id: purchase.orderId,
    cart_items: [{ product_id: purchase.productId, quantity: 1, selectedOption: null }],
    shipping_details: pat,
  });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const url = `${origin}/functions/v1/create-payment-intent`;
      const response = await post(url, body, "application/json", answerMsMax);
      const answer = (await response.json()) as Answer;
      if (response.status >= 500) throw new Error(`status ${response.status}`);
      return response.ok ? answer : { refused: answer.error?.code ?? `status ${response.status}` };
    } catch (error) {
      if (attempt >= attemptsMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/**
 * Pays like the card form; returns the payment's status, or why it was declined. A lost response is not requested
 * again: the shopper has closed the tab.
 */
export async function pay(origin: string, started: Started, cardNumber: string): Promise<string> {
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
  const response = await post(url, form.toString(), "application/x-www-form-urlencoded");
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  const { status, error } = (await response.json()) as { status?: string; error?: { code?: string } };
  return status ?? error?.code ?? `status ${response.status}`;
}

export async function verify(
  origin: string,
  started: Pick<Started, "paymentIntentId">,
  answerMsMax: number = ANSWER_MS_MAX,
): Promise<void> {
  const body = JSON.stringify({ payment_intent_id: started.paymentIntentId });
  const url = `${origin}/functions/v1/verify-checkout-session`;
  const response = await post(url, body, "application/json", answerMsMax);
  await response.arrayBuffer();
  if (response.status >= 500) throw new Error(`status ${response.status}`);
}

function post(
  url: string,
  body: string,
  contentType: string,
  answerMsMax: number = ANSWER_MS_MAX,
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    body,
    headers: { "content-type": contentType },
    signal: AbortSignal.timeout(answerMsMax),
  });
}
