// Stripe's documented test cards (docs.stripe.com/testing) in the sandbox. What the shopper reads of each refusal is the
// message itself (src/web/storefront/checkout/payment/payment-outcome.test.ts).
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestBench, type TestBench } from "../test-bench.ts";
import { TEST_CARDS } from "./test-cards.ts";

const DISPUTES_OPEN_AFTER_MS = 10_000;
const REFUNDS_SETTLE_AFTER_MS = 3_600_000;
const AMOUNT = 5_001;

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
});
afterAll(() => bench.close());

type Body = { status?: string; error?: { code?: string; decline_code?: string; message?: string } };

async function pay(number: string) {
  const { id } = await bench.stripe.paymentIntents.create({ amount: AMOUNT, currency: "usd" });
  return { id, body: bench.sandbox.controls.pay(id, number).body as Body };
}

const authenticate = (id: string, passes: boolean) =>
  bench.sandbox.controls.authenticate(id, passes).body as Body;

const DECLINED = "Your card was declined.";
const WRONG_CODE = "Your card's security code is incorrect.";
const POOR = "Your card has insufficient funds.";

const declines: [number: string, code: string, declineCode: string | undefined, text: string | RegExp][] = [
  ["4000000000000002", "card_declined", "generic_decline", DECLINED],
  ["4000000000009995", "card_declined", "insufficient_funds", POOR],
  ["4000000000009987", "card_declined", "lost_card", DECLINED],
  ["4000000000006975", "card_declined", "card_velocity_exceeded", /repeated attempts too frequently/],
  ["4000000000000069", "expired_card", undefined, "Your card has expired."],
  ["4000000000000127", "incorrect_cvc", undefined, WRONG_CODE],
  ["4000000000000119", "processing_error", undefined, /Try again in a little bit\./],
  ["4100000000000019", "card_declined", "fraudulent", DECLINED],
  ["4242424242424241", "incorrect_number", undefined, /it takes test cards only\./],
];

test.each(declines)("[PY-3] %s is refused with %s %s", async (number, code, declineCode, text) => {
  const { error } = (await pay(number)).body;
  expect([error?.code, error?.decline_code]).toEqual([code, declineCode]);
  expect(error?.message).toMatch(text);
});

const questions: [number: string, then: string][] = [
  ["4000002500003155", "succeeded"],
  ["4000002760003184", "succeeded"],
  ["4000000000003220", "succeeded"],
  ["4000000000001208", "succeeded"],
  ["4000008260003178", POOR],
  ["4000008400001629", DECLINED],
];

test.each(questions)("[PY-1] %s asks first; answered it ends as: %s", async (number, then) => {
  const { id, body } = await pay(number);
  expect(body.status).toBe("requires_action");
  const answer = authenticate(id, true);
  expect(answer.error?.message ?? answer.status).toBe(then);
  expect(authenticate((await pay(number)).id, false).error?.code).toBe(
    "payment_intent_authentication_failure",
  );
});

test("[PY-1] every other card pays right away, with its brand and kind", async () => {
  const special = new Set([...declines, ...questions].map(([number]) => number));
  for (const [number, { brand, funding }] of Object.entries(TEST_CARDS)) {
    if (special.has(number)) continue;
    const { id, body } = await pay(number);
    expect([number, body.status]).toEqual([number, "succeeded"]);
    const card = { brand, funding, last4: number.slice(-4) };
    expect(bench.sandbox.controls.charges(id)[0]?.payment_method_details?.card).toMatchObject(card);
  }
});

test.each([
  ["4000000000000259", "fraudulent"],
  ["4000000000002685", "product_not_received"],
  ["4000000000001976", "general"],
])("[OD-2] %s pays and is disputed later: %s", async (number, reason) => {
  const { id, body } = await pay(number);
  expect([body.status, bench.sandbox.controls.disputes(id)]).toEqual(["succeeded", []]);
  bench.clock.now += DISPUTES_OPEN_AFTER_MS;
  await bench.sandbox.deliverDue();
  expect(bench.sandbox.controls.disputes(id)).toMatchObject([{ reason, amount: AMOUNT }]);
});

test.each([
  ["4242424242424242", "succeeded", "succeeded"],
  ["4000000000007726", "pending", "succeeded"],
  ["4000000000005126", "succeeded", "failed"],
])("[OD-2] a refund to %s is %s first and %s in the end", async (number, first, last) => {
  const refund = await bench.stripe.refunds.create({ payment_intent: (await pay(number)).id });
  expect(refund.status).toBe(first);
  bench.clock.now += REFUNDS_SETTLE_AFTER_MS;
  await bench.sandbox.deliverDue();
  expect((await bench.stripe.refunds.retrieve(refund.id)).status).toBe(last);
});
