import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestBench, refusal, START_MS, type TestBench, WEBHOOK_SECRET } from "../test-bench.ts";

let bench: TestBench;
beforeEach(async () => {
  bench = await openTestBench();
});
afterEach(() => bench.close());

const create = (amount = 4200) => bench.stripe.paymentIntents.create({ amount, currency: "usd" });

test("a payment is created, paid by card, and sent to the shop by signed webhooks", async () => {
  const { stripe, sandbox, received, clock } = bench;
  const created = await stripe.paymentIntents.create({
    amount: 4200,
    currency: "usd",
    metadata: { checkout_id: "c-1" },
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    shipping: {
      name: "Pat Example",
      address: { line1: "1 Fairway", city: "Monterey", postal_code: "93940" },
    },
  });
  expect(created).toMatchObject({
    status: "requires_payment_method",
    amount: 4200,
    metadata: { checkout_id: "c-1" },
    shipping: { name: "Pat Example", address: { city: "Monterey", state: null } },
    created: START_MS / 1000,
  });
  expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_[A-Za-z0-9]{25}$`));

  expect(sandbox.controls.pay(created.id, "4242424242424242").status).toBe(200);
  const paid = await stripe.paymentIntents.retrieve(created.id, { expand: ["latest_charge.refunds"] });
  expect(paid).toMatchObject({ status: "succeeded", amount_received: 4200 });
  expect(paid.latest_charge).toMatchObject({
    object: "charge",
    paid: true,
    payment_method_details: { card: { brand: "visa", last4: "4242" } },
    refunds: { object: "list", data: [] },
  });

  expect(await sandbox.deliverDue()).toBe(3);
  const events = received.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET, 300, undefined, clock.now),
  );
  expect(events.map((event) => event.type)).toEqual([
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
  ]);
  expect(sandbox.nextDueAt()).toBeNull();
});

test("every field that the installed types require is there", async () => {
  const intent = await create();
  bench.sandbox.controls.pay(intent.id, "4242424242424242");
  const { latest_charge, ...rest } = await bench.stripe.paymentIntents.retrieve(intent.id);
  expect(Object.keys(rest).length + 1).toBeGreaterThanOrEqual(42);
  const charge = await bench.stripe.charges.retrieve(String(latest_charge));
  expect(charge.payment_intent).toBe(intent.id);
});

test("amounts under 50 cents and over $999,999.99 are refused", async () => {
  expect(await refusal(create(49))).toMatchObject({
    statusCode: 400,
    code: "amount_too_small",
    param: "amount",
  });
  expect(await refusal(create(100_000_000))).toMatchObject({ code: "amount_too_large" });
  expect(await refusal(create(-1))).toMatchObject({ code: "parameter_invalid_integer" });
  expect((await create(50)).amount).toBe(50);
  expect((await create(99_999_999)).amount).toBe(99_999_999);
});

test("unknown parameters, missing parameters and unknown ids are refused as at Stripe", async () => {
  const { stripe } = bench;
  const unknown = { amount: 100, currency: "usd", payment_method_types: ["card"] };
  expect(await refusal(stripe.paymentIntents.create(unknown as never))).toMatchObject({
    type: "StripeInvalidRequestError",
    code: "parameter_unknown",
    param: "payment_method_types",
  });
  const nested = {
    amount: 100,
    currency: "usd",
    shipping: { name: "Pat", address: { line1: "1", planet: "Mars" } },
  };
  expect(await refusal(stripe.paymentIntents.create(nested as never))).toMatchObject({
    param: "shipping[address][planet]",
  });
  expect(await refusal(stripe.paymentIntents.create({ amount: 100 } as never))).toMatchObject({
    code: "parameter_missing",
    param: "currency",
  });
  expect(await refusal(stripe.paymentIntents.retrieve("pi_none"))).toMatchObject({
    statusCode: 404,
    code: "resource_missing",
  });
  expect(await refusal(stripe.rawRequest("GET", "/v1/unheard_of"))).toMatchObject({ statusCode: 404 });
});

test("a wrong key is refused and not repeated in full", async () => {
  const response = await fetch(`${bench.origin}/v1/account`, {
    headers: { authorization: "Bearer sk_live_verysecret" },
  });
  expect(response.status).toBe(401);
  expect(await response.text()).not.toContain("verysecret");
  expect((await bench.stripe.accounts.retrieveCurrent()).object).toBe("account");
});

test("update changes details, merges metadata and leaves a paid amount alone", async () => {
  const { stripe, sandbox } = bench;
  const { id } = await stripe.paymentIntents.create({
    amount: 100,
    currency: "usd",
    metadata: { a: "1", b: "2" },
  });
  const updated = await stripe.paymentIntents.update(id, { amount: 200, metadata: { b: "", c: "3" } });
  expect(updated).toMatchObject({ amount: 200, metadata: { a: "1", c: "3" } });
  sandbox.controls.pay(id, "4242424242424242");
  expect(await refusal(stripe.paymentIntents.update(id, { amount: 300 }))).toMatchObject({
    code: "payment_intent_unexpected_state",
  });
  expect((await stripe.paymentIntents.update(id, { description: "Hat" })).description).toBe("Hat");
});

test("a canceled payment cannot be paid and a paid one cannot be canceled", async () => {
  const { stripe, sandbox } = bench;
  const canceled = await create();
  await stripe.paymentIntents.cancel(canceled.id, { cancellation_reason: "abandoned" });
  expect(await stripe.paymentIntents.retrieve(canceled.id)).toMatchObject({
    status: "canceled",
    cancellation_reason: "abandoned",
    canceled_at: START_MS / 1000,
  });
  const late = stripe.paymentIntents.confirm(canceled.id, { payment_method: "pm_card_visa" });
  expect(await refusal(late)).toMatchObject({ code: "payment_intent_unexpected_state" });

  const paid = await create();
  sandbox.controls.pay(paid.id, "4242424242424242");
  const error = await refusal(stripe.paymentIntents.cancel(paid.id));
  expect(error).toMatchObject({ statusCode: 400, code: "payment_intent_unexpected_state" });
  expect(error.payment_intent).toMatchObject({ id: paid.id, status: "succeeded" });
});

test("the server can confirm with Stripe's ready-made test methods", async () => {
  const { stripe } = bench;
  const ready = await create();
  const paid = await stripe.paymentIntents.confirm(ready.id, {
    payment_method: "pm_card_visa",
    expand: ["latest_charge"],
  });
  expect(paid).toMatchObject({ status: "succeeded", latest_charge: { status: "succeeded" } });
  const declined = await create();
  const error = await refusal(
    stripe.paymentIntents.confirm(declined.id, { payment_method: "pm_card_visa_chargeDeclined" }),
  );
  expect(error).toMatchObject({
    type: "StripeCardError",
    code: "card_declined",
    decline_code: "generic_decline",
  });
  const slow = await create();
  const processing = stripe.paymentIntents.confirm(slow.id, {
    payment_method: "pm_usBankAccount_processing",
  });
  expect((await processing).status).toBe("processing");
});

test("lists are newest first, paged both ways, limited and filtered by time", async () => {
  const { stripe, clock } = bench;
  const ids: string[] = [];
  for (let i = 0; i < 25; i += 1) {
    clock.now += 1000;
    ids.unshift((await create(100 + i)).id);
  }
  const first = await stripe.paymentIntents.list();
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10));
  expect(first.has_more).toBe(true);
  const all = await stripe.paymentIntents.list({ limit: 7 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(ids);
  const above = await stripe.paymentIntents.list({ ending_before: ids[5], limit: 3 });
  expect(above.data.map(({ id }) => id)).toEqual(ids.slice(2, 5));
  const from = START_MS / 1000 + 23;
  const recent = await stripe.paymentIntents.list({ created: { gte: from } });
  expect(recent.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  const older = await stripe.paymentIntents.list({ created: { lt: from, gt: from - 3 } });
  expect(older.data.map(({ id }) => id)).toEqual(ids.slice(3, 5));
  expect(await refusal(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: "limit" });
  expect(await refusal(stripe.paymentIntents.list({ starting_after: "pi_none" }))).toMatchObject({
    code: "resource_missing",
  });
});

test("a payment that is processing succeeds or fails later, by the clock or by hand", async () => {
  const { stripe, sandbox, clock } = bench;
  const status = async (id: string) => (await stripe.paymentIntents.retrieve(id)).status;
  sandbox.controls.arm({ kind: "payment_processing", outcome: "failed", settleAfterMs: 60_000 });
  const fails = await create();
  sandbox.controls.pay(fails.id, "4242424242424242");
  expect(await status(fails.id)).toBe("processing");
  expect(await refusal(stripe.paymentIntents.cancel(fails.id))).toMatchObject({
    code: "payment_intent_unexpected_state",
  });
  clock.now += 59_999;
  await sandbox.deliverDue();
  expect(await status(fails.id)).toBe("processing");
  expect(sandbox.nextDueAt()).toBe(START_MS + 60_000);
  clock.now += 1;
  await sandbox.deliverDue();
  expect(await stripe.paymentIntents.retrieve(fails.id)).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { code: "card_declined" },
  });
  sandbox.controls.pay(fails.id, "4242424242424242");
  expect(await status(fails.id)).toBe("succeeded");

  sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
  const byHand = await create();
  sandbox.controls.pay(byHand.id, "4242424242424242");
  sandbox.controls.settlePayment(byHand.id, "succeeded");
  expect(await status(byHand.id)).toBe("succeeded");
  expect(() => sandbox.controls.settlePayment(byHand.id, "failed")).toThrow("status of succeeded");
  expect(sandbox.controls.charges(byHand.id)).toHaveLength(1);
});
