import { expect, test } from "vitest";
import { readStartAnswer } from "./start-outcome.ts";

function answer(status: number, body: unknown) {
  return readStartAnswer({ status, body, answeredAt: "Thu, 01 Jan 2026 00:00:00 GMT" }, 1_000);
}

function refusal(status: number, code: string, details?: unknown) {
  return answer(status, { error: { code, message: "said the server", details } });
}

test("[CK-5] a client secret makes the payment step ready, held until its end on this clock", () => {
  const started = {
    clientSecret: "s",
    paymentIntentId: "pi_1",
    orderId: "o1",
    totals: { subtotal: 1, tax: 0, shipping: 0, total: 1 },
    expiresAt: "2026-01-01T00:15:00Z",
  };
  expect(answer(200, started)).toEqual({ ok: true, checkout: { ...started, heldUntil: 901_000 } });
});

test.each(["total_changed", "out_of_stock", "unknown_product"])(
  "[PY-7] %s means that the cart changed",
  (code) => {
    expect(refusal(409, code, { totals: { total: 4200 } })).toEqual({
      ok: false,
      reason: "cart-changed",
      total: 4200,
    });
  },
);

test("an earlier payment of the same checkout is found", () => {
  expect(refusal(409, "already_paid", { orderId: "o1", paymentIntentId: "pi_1" })).toEqual({
    ok: false,
    reason: "already-paid",
    orderId: "o1",
    paymentIntentId: "pi_1",
  });
});

test("[CK-3] the server's messages come back to the fields", () => {
  const errors = { city: "City must be at least 2 characters" };
  expect(refusal(422, "invalid_shipping", { errors })).toEqual({
    ok: false,
    reason: "invalid-shipping",
    errors,
  });
});

test("a key whose checkout is over is recognized", () => {
  expect(refusal(422, "idempotency_mismatch")).toEqual({ ok: false, reason: "key-is-over" });
  expect(refusal(409, "hold_expired")).toEqual({ ok: false, reason: "key-is-over" });
});

test.each([
  [503, { error: { code: "payment_provider_unavailable", message: "x" } }, "not-configured", false],
  [429, { error: { code: "rate_limited", message: "x" } }, "rate-limited", true],
  [422, { error: { code: "amount_out_of_range", message: "x" } }, "amount", true],
  [502, { error: { code: "payment_provider_refused", message: "x" } }, "not-configured", false],
  [400, { error: { code: "malformed", message: "x" } }, "refused", true],
  [404, null, "not-deployed", false],
  [0, null, "unreachable", false],
] as const)("[CK-7] answer %s is a failed set-up", (status, body, failure, certain) => {
  expect(answer(status, body)).toMatchObject({ ok: false, reason: "failed", failure, certain });
});

test("a code that can't be used gets the server's message", () => {
  expect(refusal(409, "discount_refused")).toMatchObject({ ok: false, reason: "code-refused" });
});

test("[TR-4] closed payments are certain, and reported as such", () => {
  expect(refusal(503, "payments_closed")).toMatchObject({ failure: "closed", certain: true });
});
