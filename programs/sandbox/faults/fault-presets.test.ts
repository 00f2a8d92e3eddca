// What the owner's page promises: each of its buttons, pressed as the page presses it, makes go wrong what it says.
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestBench, PUBLISHABLE_KEY, refusal, type TestBench } from "../test-bench.ts";
import { FAULT_PRESETS } from "./fault-presets.ts";

const GOOD = "4242424242424242";
const names = FAULT_PRESETS.flatMap(({ presets }) => presets.map(({ name }) => name));
const proven = new Set<string>();

let bench: TestBench;
let slept: number[];
beforeEach(async () => {
  slept = [];
  bench = await openTestBench({ sleep: async (milliseconds) => void slept.push(milliseconds) });
});
afterEach(() => bench.close());

/** Presses a button of the page. */
async function press(preset: string, fields: Record<string, string> = {}) {
  proven.add(preset);
  const answer = await fetch(`${bench.origin}/sandbox/faults`, {
    method: "POST",
    headers: { origin: bench.origin },
    body: new URLSearchParams({ preset, ...fields }),
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
}

const create = () => bench.stripe.paymentIntents.create({ amount: 3_500, currency: "usd" });

/** Pays by the browser's own call, with a card that succeeds. */
async function payInBrowser(intent: Stripe.PaymentIntent) {
  const answer = await fetch(`${bench.origin}/sandbox/api/v1/payment_intents/${intent.id}/confirm`, {
    method: "POST",
    body: new URLSearchParams({
      key: PUBLISHABLE_KEY,
      client_secret: intent.client_secret ?? "",
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
const typesReceived = () => bench.received.map(({ event }) => event.type);
const later = async (milliseconds: number) => {
  bench.clock.now += milliseconds;
  await bench.sandbox.deliverDue();
};

describe("the next webhook", () => {
  const only = { eventType: "payment_intent.succeeded" };
  const succeeded = () => typesReceived().filter((type) => type === only.eventType).length;

  test("comes 30 seconds late", async () => {
    await press("late", only);
    await pay();
    await later(0);
    expect(succeeded()).toBe(0);
    await later(30_000);
    expect(succeeded()).toBe(1);
  });

  test("the next webhook comes twice", async () => {
    await press("twice", only);
    await pay();
    await later(0);
    expect(succeeded()).toBe(2);
  });

  test("the next webhook is lost for good", async () => {
    await press("lost", only);
    await pay();
    await later(7 * 24 * 3_600_000);
    expect(succeeded()).toBe(0);
  });

  test("the next webhook comes after the one that follows it", async () => {
    await press("out-of-order", { eventType: "charge.succeeded" });
    await pay();
    await later(0);
    await later(0);
    const order = typesReceived().filter((type) => type.endsWith(".succeeded"));
    expect(order).toEqual(["payment_intent.succeeded", "charge.succeeded"]);
  });
});

describe("the next payment", () => {
  test("is declined whatever the card, and the one after it is not", async () => {
    await press("declined");
    const intent = await create();
    expect(await payInBrowser(intent)).toMatchObject({
      status: 402,
      body: { error: { code: "card_declined", payment_intent: { status: "requires_payment_method" } } },
    });
    expect((await payInBrowser(intent)).body).toMatchObject({ status: "succeeded" });
  });

  test("asks for 3-D Secure, then pays; together with a decline it is refused after it", async () => {
    const { controls } = bench.sandbox;
    await press("authenticates");
    const intent = await create();
    expect((await payInBrowser(intent)).body).toMatchObject({ status: "requires_action" });
    expect(controls.authenticate(intent.id, true).body).toMatchObject({ status: "succeeded" });
    await press("authenticates");
    await press("declined");
    const other = await create();
    expect((await payInBrowser(other)).body).toMatchObject({ status: "requires_action" });
    expect(controls.authenticate(other.id, true).status).toBe(402);
  });

  test("is made and its tab is closed before the page hears of it", async () => {
    await press("tab-closed");
    await press("declined");
    const intent = await create();
    expect((await payInBrowser(intent)).status, "a refusal is still told").toBe(402);
    expect((await payInBrowser(intent)).body).toEqual({ sandbox_leaves_for: "/sandbox/tab-closed" });
    expect(await statusOf(intent.id)).toBe("succeeded");
    const page = await fetch(`${bench.origin}/sandbox/tab-closed`);
    expect(await page.text()).toContain("The card was charged");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test.each([
    ["processing-succeeds", "succeeded"],
    ["processing-fails", "requires_payment_method"],
  ])("%s within a minute", async (preset, end) => {
    await press(preset);
    const id = await pay();
    expect(await statusOf(id)).toBe("processing");
    await later(60_000);
    expect(await statusOf(id)).toBe(end);
  });

  test("stays processing until it is settled by hand", async () => {
    await press("processing-stays");
    const id = await pay();
    await later(7 * 24 * 3_600_000);
    expect(await statusOf(id)).toBe("processing");
    bench.sandbox.controls.settlePayment(id, "succeeded");
    expect(await statusOf(id)).toBe("succeeded");
  });

  test("succeeds and is disputed", async () => {
    await press("disputed");
    const id = await pay();
    await later(60_000);
    expect(bench.sandbox.controls.disputes(id)).toMatchObject([{ status: "needs_response" }]);
  });
});

describe("the next refund", () => {
  test.each([
    ["refund-pending", "pending", "succeeded"],
    ["refund-pending-fails", "pending", "failed"],
    ["refund-fails", "succeeded", "failed"],
  ])("%s", async (preset, first, end) => {
    await press(preset);
    const refund = await bench.stripe.refunds.create({ payment_intent: await pay() });
    expect(refund.status).toBe(first);
    await later(24 * 3_600_000);
    expect((await bench.stripe.refunds.retrieve(refund.id)).status).toBe(end);
  });
});

describe("the next call of the shop's server", () => {
  test.each([
    ["server-error", "StripeAPIError", 0],
    ["server-error-done", "StripeAPIError", 1],
    ["rate-limited", "StripeRateLimitError", 0],
  ])("%s", async (preset, type, made) => {
    await press(preset);
    expect(await refusal(create())).toMatchObject({ type });
    expect(bench.sandbox.controls.payments()).toHaveLength(made);
  });

  test.each(["drop-request", "drop-answer"])(
    "%s: the official package repeats it, one is made",
    async (preset) => {
      await press(preset);
      const params = { amount: 3_500, currency: "usd" };
      await bench.stripe.paymentIntents.create(params, { idempotencyKey: "one and the same" });
      expect(bench.sandbox.controls.faults()).toEqual([]);
      expect(bench.sandbox.controls.payments()).toHaveLength(1);
    },
  );

  test("takes 3 seconds", async () => {
    await press("slow");
    await create();
    expect(slept).toEqual([3_000]);
  });
});

test("every button has its test", () => {
  expect([...proven].sort()).toEqual([...names].sort());
});

describe("the last item race", () => {
  const goods = [{ id: "cap", name: "Rope <cap>", left: 3 }];
  const post = (fields: Record<string, string>, headers: Record<string, string> = { origin: bench.origin }) =>
    fetch(`${bench.origin}/sandbox/race`, {
      method: "POST",
      headers,
      body: new URLSearchParams(fields),
      redirect: "manual",
    });

  test("is not offered where nobody shops", async () => {
    expect(await (await fetch(`${bench.origin}/sandbox`)).text()).not.toContain("last item race");
    expect((await post({ goods: "cap" })).status).toBe(404);
  });

  test("runs for the goods that were chosen and shows what came of it", async () => {
    await bench.close();
    const asked: string[] = [];
    const result = { name: "Rope <cap>", left: 3, shoppers: 13, orders: 3, soldOut: 10, other: 0 };
    bench = await openTestBench({
      race: { goods: async () => goods, run: async (id) => (asked.push(id) && id === "cap" ? result : null) },
    });
    expect(await (await fetch(`${bench.origin}/sandbox`)).text()).toContain("Rope &lt;cap&gt; (3 left)");
    const answer = await post({ goods: "cap" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sandbox#race"]);
    const page = await (await fetch(`${bench.origin}/sandbox`)).text();
    expect(page).toContain("13 shoppers wanted the last 3. <strong>3 orders</strong>");
    expect((await post({ goods: "gone" })).status).toBe(400);
    expect((await post({ goods: "cap" }, { origin: "https://evil.example" })).status).toBe(403);
    expect(asked).toEqual(["cap", "gone"]);
  });
});
