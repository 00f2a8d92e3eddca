import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestBench, refusal, SECRET_KEY, type TestBench } from "../test-bench.ts";
import { KEY_LIFETIME_MS } from "./idempotency.ts";

let bench: TestBench;
let release: () => void;
beforeEach(async () => {
  bench = await openTestBench({ sleep: () => new Promise((resolve) => (release = resolve)) });
});
afterEach(() => bench.close());

const HAT = { amount: 3500, currency: "usd", metadata: { checkout_id: "c-1" } };
const create = (key: string, params: typeof HAT = HAT) =>
  bench.stripe.paymentIntents.create(params, { idempotencyKey: key });
const count = () => bench.sandbox.controls.payments().length;

test("the same key and parameters give the first answer again, with the first request's id", async () => {
  const first = await create("k1");
  const second = await create("k1");
  expect(second).toEqual(first);
  expect(count()).toBe(1);
  const { headers } = second.lastResponse;
  expect(headers["idempotent-replayed"]).toBe("true");
  expect(headers["original-request"]).toBe(first.lastResponse.requestId);
  expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
  expect(headers["idempotency-key"]).toBe("k1");
});

test("a replay shows the object as it was, not as it is", async () => {
  const first = await create("k1");
  bench.sandbox.controls.pay(first.id, "4242424242424242");
  expect((await create("k1")).status).toBe("requires_payment_method");
});

test("the order of parameters does not matter, other values do", async () => {
  const first = await create("k1");
  const reordered = { metadata: HAT.metadata, currency: "usd", amount: 3500 };
  expect((await create("k1", reordered)).id).toBe(first.id);
  expect(await refusal(create("k1", { ...HAT, amount: 3600 }))).toMatchObject({
    type: "StripeIdempotencyError",
    statusCode: 400,
  });
  expect(count()).toBe(1);
});

test("a key belongs to one endpoint, even for the same parameters", async () => {
  const [first, second] = [await create("k1"), await create("k2")];
  const cancel = (id: string) => bench.stripe.paymentIntents.cancel(id, {}, { idempotencyKey: "k3" });
  await cancel(first.id);
  expect(await refusal(cancel(second.id))).toMatchObject({ type: "StripeIdempotencyError" });
  expect((await bench.stripe.paymentIntents.retrieve(second.id)).status).toBe("requires_payment_method");
});

test("what failed validation is not kept, so the corrected call may use the same key", async () => {
  await refusal(create("k1", { ...HAT, amount: 1 }));
  expect((await create("k1")).amount).toBe(3500);
});

test("declines and refusals by state are kept", async () => {
  const { id } = await create("k1");
  const { stripe } = bench;
  const decline = () =>
    refusal(
      stripe.paymentIntents.confirm(
        id,
        { payment_method: "pm_card_chargeDeclined" },
        { idempotencyKey: "pay" },
      ),
    );
  expect(await decline()).toMatchObject({ code: "card_declined" });
  expect((await decline()).headers).toMatchObject({ "idempotent-replayed": "true" });
  expect(bench.sandbox.controls.charges(id)).toHaveLength(1);
  bench.sandbox.controls.pay(id, "4242424242424242");
  const cancel = () => refusal(stripe.paymentIntents.cancel(id, {}, { idempotencyKey: "cancel" }));
  expect(await cancel()).toMatchObject({ code: "payment_intent_unexpected_state" });
  expect((await cancel()).headers).toMatchObject({ "idempotent-replayed": "true" });
});

test("a 500 is kept and given again, whether or not the work was done", async () => {
  for (const [executed, payments] of [
    [false, 0],
    [true, 1],
  ] as const) {
    bench.sandbox.controls.arm({ kind: "server_error", executed });
    const key = `k-${executed}`;
    const first = await refusal(create(key));
    expect(first).toMatchObject({ statusCode: 500, headers: { "stripe-should-retry": "false" } });
    expect(await refusal(create(key))).toMatchObject({
      statusCode: 500,
      headers: { "idempotent-replayed": "true" },
    });
    expect(count()).toBe(payments);
  }
});

test("a key that is being worked on answers 409, and the answer to the first call is kept", async () => {
  bench.sandbox.controls.arm({ kind: "slow" });
  const slow = create("k1");
  await expect.poll(() => release).toBeTypeOf("function");
  expect(await refusal(create("k1"))).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
  release();
  const first = await slow;
  expect((await create("k1")).id).toBe(first.id);
  expect(count()).toBe(1);
});

test("after 24 hours a key is forgotten and makes a new payment", async () => {
  const first = await create("k1");
  bench.clock.now += KEY_LIFETIME_MS - 1;
  expect((await create("k1")).id).toBe(first.id);
  bench.clock.now += 1;
  expect((await create("k1")).id).not.toBe(first.id);
});

test("keys longer than 255 characters are refused; calls without a key are never replayed", async () => {
  expect(await refusal(create("k".repeat(256)))).toMatchObject({ type: "StripeIdempotencyError" });
  const call = () =>
    fetch(`${bench.origin}/v1/payment_intents`, {
      method: "POST",
      headers: { authorization: `Bearer ${SECRET_KEY}`, "content-type": "application/x-www-form-urlencoded" },
      body: "amount=500&currency=usd",
    });
  const [one, two] = [
    (await (await call()).json()) as { id: string },
    (await (await call()).json()) as { id: string },
  ];
  expect(one.id).not.toBe(two.id);
});

test("a lost request did nothing, a lost answer did everything once", async () => {
  const { controls } = bench.sandbox;
  // The official package automatically retries a broken connection once, so each of the two is dropped.
  controls.arm({ kind: "drop_request", times: 2 });
  expect(await refusal(create("k1"))).toMatchObject({ type: "StripeConnectionError" });
  expect(count()).toBe(0);
  controls.arm({ kind: "drop_answer", times: 2 });
  expect(await refusal(create("k1"))).toMatchObject({ type: "StripeConnectionError" });
  expect(count()).toBe(1);
  expect((await create("k1")).id).toBe(controls.payments()[0]?.id);
  expect(controls.faults()).toEqual([]);
});

test("call faults strike only the calls they are meant for", async () => {
  const { controls } = bench.sandbox;
  controls.arm({ kind: "rate_limited", path: "/v1/refunds" });
  const { id } = await create("k1");
  controls.pay(id, "4242424242424242");
  expect(await refusal(bench.stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    type: "StripeRateLimitError",
  });
  expect((await bench.stripe.refunds.create({ payment_intent: id })).status).toBe("succeeded");
});
