import { expect, test } from "vitest";
import { readPageAnswer } from "./provider-page.ts";

const read = (status: number, body: unknown) => readPageAnswer({ status, body, answeredAt: null });
const refusal = (code: string, details?: object) => ({ error: { code, message: "", details } });

test("[FN-4] leads to the provider's page", () => {
  const url = "https://checkout.stripe.com/c/pay/cs_1";
  expect(read(200, { url, sessionId: "cs_1", orderId: "o" })).toEqual({ ok: true, url });
});

test("[FN-4] goes nowhere but to a web address", () => {
  for (const url of ["javascript:alert(1)", "/somewhere", "", 7, null, undefined]) {
    expect(read(200, { url })).toEqual({ ok: false, reason: "failed" });
  }
});

test("a checkout that has been paid leads to its order", () => {
  const ids = { orderId: "order-1", paymentIntentId: "pi_1" };
  expect(read(409, refusal("already_paid", ids))).toEqual({ ok: false, reason: "already-paid", ...ids });
  expect(read(409, refusal("already_paid", { ...ids, paymentIntentId: null }))).toMatchObject({
    orderId: "order-1",
    paymentIntentId: null,
  });
});

test("an expired hold is distinguished from a failure", () => {
  for (const code of ["hold_expired", "out_of_stock", "total_changed"])
    expect(read(409, refusal(code))).toEqual({ ok: false, reason: "over" });
  expect(read(503, refusal("payments_closed"))).toEqual({ ok: false, reason: "over" });
  for (const [status, body] of [
    [503, refusal("payment_provider_unavailable")],
    [429, refusal("rate_limited")],
    [500, null],
    [0, null],
    [200, "<html>"],
  ] as const) {
    expect(read(status, body)).toEqual({ ok: false, reason: "failed" });
  }
});
