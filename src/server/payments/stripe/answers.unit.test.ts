import { expect, test } from "vitest";
import { createStripeProvider } from "./stripe-provider.ts";

/** A provider that answers each call with this. */
function answering(status: number, body: object, headers: Record<string, string> = {}) {
  return createStripeProvider({
    mode: "sandbox",
    publishableKey: "pk_test_sandbox",
    secretKey: "sk_test_sandbox",
    webhookSecret: "whsec_testtesttesttesttest",
    fetch: async () => Response.json(body, { status, headers }),
    retriesMax: 0,
    clock: () => 0,
  });
}

const refund = { intentId: "pi_000001", amount: 100, refundId: "ours", orderId: "order" };

test.each([
  [400, "invalid_request_error", "refused"],
  [400, "idempotency_error", "idempotency_conflict"],
  [401, "invalid_request_error", "unavailable"],
  [402, "card_error", "refused"],
  [404, "invalid_request_error", "not_found"],
  [409, "idempotency_error", "unavailable"],
  [409, "invalid_request_error", "unavailable"],
  [429, "invalid_request_error", "unavailable"],
  [500, "api_error", "unavailable"],
])("an answer of %i (%s) means %s", async (status, type, reason) => {
  const answer = await answering(status, { error: { type, message: "no" } }).createRefund("key", refund);
  expect(answer).toMatchObject({ ok: false, reason, message: "no" });
  expect(answer).not.toHaveProperty("isReplay");
});

test("an answer that was stored under the key is told apart", async () => {
  const stored = { "idempotent-replayed": "true" };
  const error = { type: "api_error", message: "no" };
  expect(await answering(500, { error }, stored).createRefund("key", refund)).toMatchObject({
    isReplay: true,
  });
});

test("no answer at all is no refusal", async () => {
  const provider = createStripeProvider({
    mode: "sandbox",
    publishableKey: "pk_test_sandbox",
    secretKey: "sk_test_sandbox",
    webhookSecret: "whsec_testtesttesttesttest",
    fetch: () => Promise.reject(new TypeError("fetch failed")),
    retriesMax: 0,
    clock: () => 0,
  });
  expect(await provider.createRefund("key", refund)).toMatchObject({ ok: false, reason: "unavailable" });
});

test.each([
  ["succeeded", "succeeded"],
  ["requires_action", "requires_action"],
  ["of a kind that is not known yet", "pending"],
  [null, "pending"],
])("a refund that is %s counts as %s", async (status, counts) => {
  const object = { id: "re_1", payment_intent: "pi_000001", amount: 100, status, reason: null, created: 1 };
  expect(await answering(200, object).createRefund("key", refund)).toEqual({
    ok: true,
    value: {
      ...{ id: "re_1", intentId: "pi_000001", amount: 100, reason: null },
      status: counts,
      refundId: null,
      createdAt: 1_000,
    },
  });
});
