// Stripe's documented test cards (docs.stripe.com/testing) in the sandbox, and what the shopper reads of each answer.
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEST_CARDS } from "#sandbox/payments/test-cards.ts";
import { openTestBench, PUBLISHABLE_KEY, type TestBench } from "#sandbox/test-bench.ts";
import { outcomeOf, paymentTexts } from "../src/web/storefront/checkout/payment/payment-outcome.ts";

const DISPUTES_OPEN_AFTER_MS = 10_000;
const REFUNDS_SETTLE_AFTER_MS = 3_600_000;

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
});
afterAll(() => bench.close());

type Answer = {
  status?: string;
  error?: { type?: string; code?: string; decline_code?: string; message?: string };
};

async function call(secret: string, action: string, fields: Record<string, string>): Promise<Answer> {
  const id = secret.split("_secret_")[0];
  const answer = await fetch(`${bench.origin}/sandbox/api/v1/payment_intents/${id}/${action}`, {
    method: "POST",
    body: new URLSearchParams({ key: PUBLISHABLE_KEY, client_secret: secret, ...fields }),
  });
  return (await answer.json()) as Answer;
}

async function pay(number: string): Promise<{ id: string; secret: string; answer: Answer }> {
  const intent = await bench.stripe.paymentIntents.create({ amount: 5_001, currency: "usd" });
  const secret = intent.client_secret ?? "";
  const answer = await call(secret, "confirm", {
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": number,
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "2034",
    "payment_method_data[card][cvc]": /^3[47]/.test(number) ? "1234" : "123",
    "payment_method_data[billing_details][address][postal_code]": "85001",
  });
  return { id: intent.id, secret, answer };
}

/** What the shop's pay button says of an answer. */
function sentence({ error, status }: Answer): string {
  const outcome = outcomeOf(error ? { error } : { paymentIntent: { status: status ?? "" } });
  return outcome.kind === "failed" ? outcome.message : outcome.kind;
}

const authenticate = (secret: string, outcome: "succeed" | "fail") =>
  call(secret, "authenticate", { outcome });

const DECLINED = "Your card was declined.";
const WRONG_CODE = "Your card's security code is incorrect.";
const POOR = "Your card has insufficient funds.";

const declines: [number: string, code: string, declineCode: string | undefined, text: string][] = [
  ["4000000000000002", "card_declined", "generic_decline", DECLINED],
  ["4000000000009995", "card_declined", "insufficient_funds", POOR],
  ["4000000000009987", "card_declined", "lost_card", DECLINED],
  ["4000000000009979", "card_declined", "stolen_card", DECLINED],
  ["4000000000000341", "card_declined", "generic_decline", DECLINED],
  ["4000000000000069", "expired_card", undefined, "Your card has expired."],
  ["4000000000000127", "incorrect_cvc", undefined, WRONG_CODE],
  [
    "4000000000000119",
    "processing_error",
    undefined,
    "An error occurred while processing your card. Try again in a little bit.",
  ],
  [
    "4242424242424241",
    "incorrect_number",
    undefined,
    "Your card number is incorrect. This is a payment sandbox: it takes test cards only.",
  ],
  [
    "4000000000006975",
    "card_declined",
    "card_velocity_exceeded",
    "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
  ],
  ["4100000000000019", "card_declined", "fraudulent", DECLINED],
  ["4000000000004954", "card_declined", "fraudulent", DECLINED],
  ["4000000000000101", "incorrect_cvc", undefined, WRONG_CODE],
  ["4000058400307872", "incorrect_cvc", undefined, WRONG_CODE],
  ["4000008400001280", "card_declined", "generic_decline", DECLINED],
];

test.each(declines)("[PY-3] %s is refused with %s %s", async (number, code, declineCode, text) => {
  const { answer } = await pay(number);
  expect(answer.error).toMatchObject({ type: "card_error", code });
  expect(answer.error?.decline_code).toBe(declineCode);
  expect(sentence(answer)).toBe(text);
});

const questions: [number: string, then: string][] = [
  ["4000002500003155", "succeeded"],
  ["4000002760003184", "succeeded"],
  ["4000003800000446", "succeeded"],
  ["4000000000003220", "succeeded"],
  ["4000008400000027", "succeeded"],
  ["4000000000001208", "succeeded"],
  ["4000000000003725", "succeeded"],
  ["4000008260003178", POOR],
  ["4000008400001629", DECLINED],
];

test.each(questions)("[PY-1] %s asks first; answered it ends as: %s", async (number, then) => {
  const passed = await pay(number);
  expect(passed.answer.status).toBe("requires_action");
  expect(sentence(await authenticate(passed.secret, "succeed"))).toBe(then);
  const failed = await pay(number);
  expect(sentence(await authenticate(failed.secret, "fail"))).toBe(paymentTexts.notConfirmed);
});

test("[PY-1] every other card pays at once, with its brand, country and kind", async () => {
  const others = Object.entries(TEST_CARDS).filter(
    ([number]) => ![...declines, ...questions].some(([known]) => known === number),
  );
  expect(others.length).toBeGreaterThan(100);
  for (const [number, { brand, country, funding }] of others) {
    const { id, answer } = await pay(number);
    expect([number, sentence(answer)]).toEqual([number, "succeeded"]);
    const card = { brand, country, funding, last4: number.slice(-4) };
    expect(bench.sandbox.controls.charges(id)[0]?.payment_method_details?.card).toMatchObject(card);
  }
});

test.each([
  ["4242424242424242", "normal", { cvc_check: "pass", address_postal_code_check: "pass" }],
  ["4000000000009235", "elevated", { cvc_check: "pass" }],
  ["4000000000004954", "highest", {}],
  ["4100000000000019", "highest", {}],
  ["4000000000000101", "normal", { cvc_check: "fail" }],
  ["4000058400307872", "elevated", { cvc_check: "fail" }],
  ["4000000000000036", "normal", { address_postal_code_check: "fail" }],
  ["4000058400306072", "elevated", { address_postal_code_check: "fail" }],
  ["4000000000000028", "normal", { address_line1_check: "fail", address_postal_code_check: "pass" }],
  ["4000000000000010", "normal", { address_line1_check: "fail", address_postal_code_check: "fail" }],
  [
    "4000000000000044",
    "normal",
    { address_line1_check: "unavailable", address_postal_code_check: "unavailable" },
  ],
])("%s has a %s risk and its checks", async (number, risk_level, checks) => {
  const { id } = await pay(number);
  const [charge] = bench.sandbox.controls.charges(id);
  expect(charge?.outcome).toMatchObject({ risk_level });
  expect(charge?.payment_method_details?.card?.checks).toMatchObject(checks);
});

test.each([
  ["4000000000000259", ["fraudulent"]],
  ["4000000000002685", ["product_not_received"]],
  ["4000000000001976", ["general"]],
  ["4000000000005423", []],
  ["4000000404000079", ["fraudulent", "fraudulent"]],
  ["4000000404000038", ["fraudulent"]],
  ["4000008400000779", ["fraudulent"]],
  ["5105008400000002", ["fraudulent"]],
  ["4000000001000043", ["fraudulent"]],
])("[OD-2] %s pays and is disputed later: %j", async (number, reasons) => {
  const { id, answer } = await pay(number);
  expect(answer.status).toBe("succeeded");
  expect(bench.sandbox.controls.disputes(id)).toEqual([]);
  bench.clock.now += DISPUTES_OPEN_AFTER_MS;
  await bench.sandbox.deliverDue();
  const disputes = bench.sandbox.controls.disputes(id);
  expect(disputes.map(({ reason }) => reason)).toEqual(reasons);
  const sum = disputes.reduce((total, { amount }) => total + amount, 0);
  expect(sum).toBe(reasons.length > 0 ? 5_001 : 0);
});

test.each([
  ["4242424242424242", "succeeded", "succeeded"],
  ["4000000000007726", "pending", "succeeded"],
  ["4000000000005126", "succeeded", "failed"],
])("[OD-2] a refund to %s is %s first and %s in the end", async (number, first, last) => {
  const { id } = await pay(number);
  const refund = await bench.stripe.refunds.create({ payment_intent: id });
  expect(refund.status).toBe(first);
  bench.clock.now += REFUNDS_SETTLE_AFTER_MS;
  await bench.sandbox.deliverDue();
  expect((await bench.stripe.refunds.retrieve(refund.id)).status).toBe(last);
});
