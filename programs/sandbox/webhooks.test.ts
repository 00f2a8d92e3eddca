import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestBench, START_MS, type TestBench, WEBHOOK_SECRET } from "./test-bench.ts";

let bench: TestBench;
beforeEach(async () => {
  bench = await openTestBench();
});
afterEach(() => bench.close());

const HOUR_MS = 3_600_000;
const create = () => bench.stripe.paymentIntents.create({ amount: 4200, currency: "usd" });
const receivedTypes = () => bench.received.map(({ event }) => event.type);

async function pay() {
  const { id } = await create();
  bench.sandbox.controls.pay(id, "4242424242424242");
  return id;
}

test("a webhook is signed so that the official package accepts it, and a changed body or late clock is not", async () => {
  await create();
  await bench.sandbox.deliverDue();
  const { body, signature } = bench.received[0]!;
  const { webhooks } = bench.stripe;
  const check = (text: string, secret = WEBHOOK_SECRET, at = bench.clock.now) =>
    webhooks.constructEvent(text, signature, secret, 300, undefined, at);
  expect(check(body)).toMatchObject({ object: "event", type: "payment_intent.created", livemode: false });
  expect(() => check(body.replace("4200", "4300"))).toThrow();
  expect(() => check(body, "whsec_other")).toThrow();
  expect(() => check(body, WEBHOOK_SECRET, START_MS + 301_000)).toThrow();
});

test("an event shows the object as it was when it happened and names the request that caused it", async () => {
  const intent = await bench.stripe.paymentIntents.create(
    { amount: 4200, currency: "usd" },
    { idempotencyKey: "checkout-1" },
  );
  bench.sandbox.controls.pay(intent.id, "4242424242424242");
  await bench.sandbox.deliverDue();
  const [created, , succeeded] = bench.received.map(({ event }) => event);
  expect(created?.data.object).toMatchObject({ id: intent.id, status: "requires_payment_method" });
  expect(created?.request).toEqual({ id: intent.lastResponse.requestId, idempotency_key: "checkout-1" });
  expect(succeeded?.data.object).toMatchObject({ id: intent.id, status: "succeeded" });
});

test("a webhook that is not taken comes again with growing pauses and a fresh signature, then is given up", async () => {
  await create();
  const pauses: number[] = [];
  bench.answers.push(503, "unreachable", ...Array.from({ length: 8 }, () => 500));
  let before = bench.clock.now;
  for (let due = bench.sandbox.nextDueAt(); due !== null; due = bench.sandbox.nextDueAt()) {
    pauses.push(due - before);
    bench.clock.now = due;
    before = due;
    expect(await bench.sandbox.deliverDue()).toBe(0);
  }
  const [first, ...rest] = pauses;
  expect(first).toBe(0);
  expect(rest).toHaveLength(9);
  expect(rest.every((pause, index) => index === 0 || pause > rest[index - 1]!)).toBe(true);
  const total = rest.reduce((sum, pause) => sum + pause, 0);
  expect(total).toBeGreaterThan(60 * HOUR_MS);
  expect(total).toBeLessThan(84 * HOUR_MS);
  expect(new Set(bench.received.map(({ signature }) => signature)).size).toBe(bench.received.length);
  expect(new Set(bench.received.map(({ event }) => event.id)).size).toBe(1);
  expect(bench.sandbox.controls.deliveries()[0]).toMatchObject({ state: "given_up", attempts: 10 });
});

test("a webhook that is taken at last is not sent again", async () => {
  const { sandbox, stripe, answers, clock } = bench;
  await create();
  answers.push(500);
  expect(await sandbox.deliverDue()).toBe(0);
  expect((await stripe.events.list()).data[0]).toMatchObject({ pending_webhooks: 1 });
  clock.now = sandbox.nextDueAt()!;
  expect(await sandbox.deliverDue()).toBe(1);
  expect(sandbox.nextDueAt()).toBeNull();
  const { data } = await stripe.events.list({ type: "payment_intent.created" });
  expect(data).toHaveLength(1);
  expect(await stripe.events.retrieve(data[0]!.id)).toMatchObject({ pending_webhooks: 0 });
});

test("the next webhook of a kind can be late, lost or twice, and only that one", async () => {
  const { sandbox, clock } = bench;
  sandbox.controls.arm({ kind: "webhook_late", eventType: "payment_intent.succeeded", delayMs: 10_000 });
  await pay();
  await sandbox.deliverDue();
  expect(receivedTypes()).toEqual(["payment_intent.created", "charge.succeeded"]);
  clock.now += 10_000;
  await sandbox.deliverDue();
  expect(receivedTypes()[2]).toBe("payment_intent.succeeded");

  bench.received.length = 0;
  sandbox.controls.arm({ kind: "webhook_lost", eventType: "payment_intent.succeeded" });
  await pay();
  sandbox.controls.letTimePass(100 * HOUR_MS);
  await sandbox.deliverDue();
  expect(receivedTypes()).toEqual(["payment_intent.created", "charge.succeeded"]);

  bench.received.length = 0;
  sandbox.controls.arm({ kind: "webhook_twice", eventType: "payment_intent.succeeded" });
  await pay();
  expect(await sandbox.deliverDue()).toBe(4);
  const twice = bench.received.filter(({ event }) => event.type === "payment_intent.succeeded");
  expect(twice).toHaveLength(2);
  expect(twice[0]?.event.id).toBe(twice[1]?.event.id);
});

test("a webhook out of order arrives after the one that follows it, or alone after a while", async () => {
  const { sandbox, clock } = bench;
  sandbox.controls.arm({ kind: "webhook_out_of_order", eventType: "charge.succeeded" });
  await pay();
  await sandbox.deliverDue();
  await sandbox.deliverDue();
  expect(receivedTypes()).toEqual(["payment_intent.created", "payment_intent.succeeded", "charge.succeeded"]);

  bench.received.length = 0;
  sandbox.controls.arm({ kind: "webhook_out_of_order" });
  await create();
  expect(await sandbox.deliverDue()).toBe(0);
  clock.now = sandbox.nextDueAt()!;
  expect(await sandbox.deliverDue()).toBe(1);
});

test("two rounds at the same time do not send the same webhook twice", async () => {
  await pay();
  const taken = await Promise.all([bench.sandbox.deliverDue(), bench.sandbox.deliverDue()]);
  expect(taken[0] + taken[1]).toBe(3);
  expect(new Set(bench.received.map(({ event }) => event.id)).size).toBe(3);
  expect(bench.received).toHaveLength(3);
});

test("events that the shop never took can be listed, in full pages", async () => {
  const { sandbox, stripe } = bench;
  sandbox.controls.arm({ kind: "webhook_lost", eventType: "payment_intent.succeeded", times: 3 });
  for (let i = 0; i < 3; i += 1) await pay();
  await sandbox.deliverDue();
  const missed = await stripe.events
    .list({ delivery_success: false, limit: 2 })
    .autoPagingToArray({ limit: 50 });
  expect(missed.map(({ type }) => type)).toEqual(Array.from({ length: 3 }, () => "payment_intent.succeeded"));
  const types = ["payment_intent.created", "charge.succeeded"];
  const some = await stripe.events.list({ types, limit: 1 }).autoPagingToArray({ limit: 50 });
  expect(some).toHaveLength(6);
});
