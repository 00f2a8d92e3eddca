import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestBench, type TestBench } from "../test-bench.ts";

let bench: TestBench;
beforeEach(async () => {
  bench = await openTestBench();
});
afterEach(() => bench.close());

const asJson = (path: string, body: object) =>
  fetch(bench.origin + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const asForm = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(bench.origin + path, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
    redirect: "manual",
  });

test("a test arms faults, settles payments and passes time by JSON", async () => {
  const { stripe, sandbox } = bench;
  const fault = { kind: "payment_processing", settleAfterMs: null };
  expect((await asJson("/sandbox/faults", fault)).status).toBe(200);
  const { id } = await stripe.paymentIntents.create({ amount: 900, currency: "usd" });
  sandbox.controls.pay(id, "4242424242424242");
  expect((await asJson(`/sandbox/payments/${id}/settle`, { outcome: "succeeded" })).status).toBe(200);
  expect((await asJson(`/sandbox/payments/${id}/settle`, { outcome: "succeeded" })).status).toBe(400);
  expect((await asJson(`/sandbox/payments/${id}/dispute`, { reason: "fraudulent" })).status).toBe(200);
  expect((await asJson("/sandbox/clock", { advanceMs: 60_000 })).status).toBe(200);
  const state = (await (await fetch(`${bench.origin}/sandbox/state`)).json()) as Record<string, object[]>;
  expect(state.payments).toHaveLength(1);
  expect(state.disputes?.[0]).toMatchObject({ status: "needs_response" });
  expect(JSON.stringify(state)).not.toContain("_secret_");
});

test("every fault kind can be armed, bad ones are refused", async () => {
  await asJson("/sandbox/faults", {
    kind: "webhook_late",
    delayMs: 5,
    times: 2,
    eventType: "charge.succeeded",
  });
  expect(bench.sandbox.controls.faults()).toMatchObject([
    { remaining: 2, fault: { kind: "webhook_late", delayMs: 5 } },
  ]);
  for (const bad of [
    { kind: "explode" },
    { kind: "slow", delayMs: -1 },
    { kind: "slow", color: "red" },
    {},
  ]) {
    expect((await asJson("/sandbox/faults", bad)).status).toBe(400);
  }
  expect((await asJson("/sandbox/faults/clear", {})).status).toBe(200);
  expect(bench.sandbox.controls.faults()).toEqual([]);
  expect((await asJson("/sandbox/nothing", {})).status).toBe(404);
});

test("the page's forms go back to the page", async () => {
  const own = { origin: bench.origin };
  const armed = await asForm("/sandbox/faults", { offered: "Lost", eventType: "charge.succeeded" }, own);
  expect([armed.status, armed.headers.get("location")]).toEqual([303, "/sandbox#faults"]);
  expect(bench.sandbox.controls.faults()[0]?.fault).toEqual({
    kind: "webhook_lost",
    eventType: "charge.succeeded",
  });
  const page = await (await fetch(`${bench.origin}/sandbox`)).text();
  expect(page).toContain("Lost, only for charge.succeeded");
  expect(page).not.toMatch(/<script|style=|<style/);
});

test("posts from other sites change nothing", async () => {
  const fault = { offered: "Lost" };
  expect((await asForm("/sandbox/faults", fault, { origin: "https://evil.example" })).status).toBe(403);
  expect((await asForm("/sandbox/faults", fault, { origin: "null" })).status).toBe(403);
  expect((await asForm("/sandbox/faults", fault)).status).toBe(403);
  expect(bench.sandbox.controls.faults()).toEqual([]);
});

test("the page escapes what the shop wrote into a payment", async () => {
  const metadata = { note: "<script>alert(1)</script>" };
  await bench.stripe.paymentIntents.create({ amount: 900, currency: "usd", metadata });
  const response = await fetch(`${bench.origin}/sandbox`);
  expect(await response.text()).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("the script and the stylesheet are served, other files are not", async () => {
  const script = await fetch(`${bench.origin}/sandbox/stripe.js`);
  expect(script.headers.get("content-type")).toContain("text/javascript");
  const text = await script.text();
  expect(text).toContain("window.Stripe = Stripe");
  expect(text).not.toMatch(/^(import|export) /m);
  expect((await fetch(`${bench.origin}/sandbox/sandbox.css`)).status).toBe(200);
  for (const path of [
    "/sandbox/../sandbox.ts",
    "/sandbox/card-form.js",
    "/sandbox/constructor",
    "/elsewhere",
  ]) {
    expect((await fetch(bench.origin + path)).status).toBe(404);
  }
});
