// Each kind of fault makes go wrong what it says, and the owner's page arms it by the words of its button.
import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestBench, PUBLISHABLE_KEY, refusal, type TestBench } from "../test-bench.ts";
import { FAULT_KINDS, type Fault } from "./faults.ts";

const GOOD = "4242424242424242";
const WEEK_MS = 7 * 24 * 3_600_000;
const proven = new Set<string>();

let bench: TestBench;
let slept: number[];
beforeEach(async () => {
  slept = [];
  bench = await openTestBench({ sleep: async (milliseconds) => void slept.push(milliseconds) });
});
afterEach(() => bench.close());

function arm(fault: Fault) {
  proven.add(fault.kind);
  bench.sandbox.controls.arm(fault);
}

const create = () => bench.stripe.paymentIntents.create({ amount: 3_500, currency: "usd" });

/** Pays by the browser's own call, with a card that succeeds. */
async function payInBrowser({ id, client_secret }: Stripe.PaymentIntent) {
  const answer = await fetch(`${bench.origin}/sandbox/api/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    body: new URLSearchParams({
      key: PUBLISHABLE_KEY,
      client_secret: client_secret ?? "",
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": GOOD,
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "2034",
      "payment_method_data[card][cvc]": "123",
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const pay = async () => {
  const intent = await create();
  bench.sandbox.controls.pay(intent.id, GOOD);
  return intent.id;
};
const statusOf = async (id: string) => (await bench.stripe.paymentIntents.retrieve(id)).status;
const later = async (milliseconds: number) => {
  bench.clock.now += milliseconds;
  await bench.sandbox.deliverDue();
};
const succeeded = () =>
  bench.received.filter(({ event }) => event.type === "payment_intent.succeeded").length;
const eventType = "payment_intent.succeeded";

test("the next webhook comes 30 seconds late, twice, or never", async () => {
  arm({ kind: "webhook_late", eventType });
  await pay();
  await later(0);
  expect(succeeded()).toBe(0);
  await later(30_000);
  expect(succeeded()).toBe(1);
  arm({ kind: "webhook_twice", eventType });
  await pay();
  await later(0);
  expect(succeeded()).toBe(3);
  arm({ kind: "webhook_lost", eventType });
  await pay();
  await later(WEEK_MS);
  expect(succeeded()).toBe(3);
});

test("the next webhook comes after the one that follows it", async () => {
  arm({ kind: "webhook_out_of_order", eventType: "charge.succeeded" });
  await pay();
  await later(0);
  await later(0);
  const order = bench.received.map(({ event }) => event.type).filter((type) => type.endsWith(".succeeded"));
  expect(order).toEqual(["payment_intent.succeeded", "charge.succeeded"]);
});

test("the next payment is declined with any card, and the one after it is not", async () => {
  arm({ kind: "payment_declined" });
  const intent = await create();
  expect(await payInBrowser(intent)).toMatchObject({
    status: 402,
    body: { error: { code: "card_declined", payment_intent: { status: "requires_payment_method" } } },
  });
  expect((await payInBrowser(intent)).body).toMatchObject({ status: "succeeded" });
});

test("the next payment asks for 3-D Secure, then pays; together with a decline it is refused after it", async () => {
  const { controls } = bench.sandbox;
  arm({ kind: "payment_authenticates" });
  const intent = await create();
  expect((await payInBrowser(intent)).body).toMatchObject({ status: "requires_action" });
  expect(controls.authenticate(intent.id, true).body).toMatchObject({ status: "succeeded" });
  arm({ kind: "payment_authenticates" });
  arm({ kind: "payment_declined" });
  const other = await create();
  expect((await payInBrowser(other)).body).toMatchObject({ status: "requires_action" });
  expect(controls.authenticate(other.id, true).status).toBe(402);
});

test("the next payment is made and its tab is closed before the page hears of it", async () => {
  arm({ kind: "tab_closed" });
  arm({ kind: "payment_declined" });
  const intent = await create();
  expect((await payInBrowser(intent)).status, "a refusal is still reported").toBe(402);
  expect((await payInBrowser(intent)).body).toEqual({ sandbox_leaves_for: "/sandbox/tab-closed" });
  expect(await statusOf(intent.id)).toBe("succeeded");
  const page = await fetch(`${bench.origin}/sandbox/tab-closed`);
  expect(await page.text()).toContain("The card was charged");
});

test.each([
  ["succeeded", "succeeded"],
  ["failed", "requires_payment_method"],
] as const)("the next payment is processing for a minute, then has %s", async (outcome, end) => {
  arm({ kind: "payment_processing", outcome });
  const id = await pay();
  expect(await statusOf(id)).toBe("processing");
  await later(60_000);
  expect(await statusOf(id)).toBe(end);
});

test("the next payment stays processing until it is settled by hand", async () => {
  arm({ kind: "payment_processing", settleAfterMs: null });
  const id = await pay();
  await later(WEEK_MS);
  expect(await statusOf(id)).toBe("processing");
  bench.sandbox.controls.settlePayment(id, "succeeded");
  expect(await statusOf(id)).toBe("succeeded");
});

test("the next payment succeeds and is disputed", async () => {
  arm({ kind: "payment_disputed" });
  const id = await pay();
  await later(60_000);
  expect(bench.sandbox.controls.disputes(id)).toMatchObject([{ status: "needs_response" }]);
});

test.each<[Fault, first: string, end: string]>([
  [{ kind: "refund_pending" }, "pending", "succeeded"],
  [{ kind: "refund_pending", outcome: "failed" }, "pending", "failed"],
  [{ kind: "refund_fails" }, "succeeded", "failed"],
])("the next refund, %j: %s, then %s", async (fault, first, end) => {
  arm(fault);
  const refund = await bench.stripe.refunds.create({ payment_intent: await pay() });
  expect(refund.status).toBe(first);
  await later(24 * 3_600_000);
  expect((await bench.stripe.refunds.retrieve(refund.id)).status).toBe(end);
});

test.each<[Fault, type: string, made: number]>([
  [{ kind: "server_error" }, "StripeAPIError", 0],
  [{ kind: "server_error", executed: true }, "StripeAPIError", 1],
  [{ kind: "rate_limited" }, "StripeRateLimitError", 0],
])("the next call of the shop's server, %j: %s", async (fault, type, made) => {
  arm(fault);
  expect(await refusal(create())).toMatchObject({ type });
  expect(bench.sandbox.controls.payments()).toHaveLength(made);
});

test.each(["drop_request", "drop_answer"] as const)(
  "%s: the official package repeats it, one is made",
  async (kind) => {
    arm({ kind });
    const params = { amount: 3_500, currency: "usd" };
    await bench.stripe.paymentIntents.create(params, { idempotencyKey: "one and the same" });
    expect(bench.sandbox.controls.faults()).toEqual([]);
    expect(bench.sandbox.controls.payments()).toHaveLength(1);
  },
);

test("the next call of the shop's server takes 3 seconds", async () => {
  arm({ kind: "slow" });
  await create();
  expect(slept).toEqual([3_000]);
});

test("every kind of fault has its test", () => {
  expect([...proven].sort()).toEqual([...FAULT_KINDS].sort());
});

test("each button of the owner's page arms what it says, and the page says so", async () => {
  const read = async () => (await fetch(`${bench.origin}/sandbox`)).text();
  const labels = [...(await read()).matchAll(/name="offered" value="([^"]+)"/g)].map(
    ([, label = ""]) => label,
  );
  expect(labels).toHaveLength(9);
  for (const [at, label] of labels.entries()) {
    const answer = await fetch(`${bench.origin}/sandbox/faults`, {
      method: "POST",
      headers: { origin: bench.origin },
      body: new URLSearchParams({ offered: label, eventType: "" }),
      redirect: "manual",
    });
    expect([answer.status, bench.sandbox.controls.faults()]).toEqual([303, expect.any(Array)]);
    expect(bench.sandbox.controls.faults()).toHaveLength(at + 1);
    expect(await read()).toContain(`<li>${label}</li>`);
  }
});
