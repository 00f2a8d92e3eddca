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

const withdrawn = { amount: -5_000, fee: 1_500, net: -6_500 };
const reinstated = { amount: 5_000, fee: 0, net: 5_000 };
const onlyFee = { amount: 0, fee: 1_500, net: -1_500 };

test.each([
  ["prevented", "the money went back", [withdrawn], "lost"],
  ["prevented", "nothing was taken", [], "prevented"],
  ["prevented", "what was taken came back", [withdrawn, reinstated], "prevented"],
  ["prevented", "only a fee was taken", [onlyFee], "prevented"],
  ["needs_response", "the money is withheld", [withdrawn], "needs_response"],
  ["appeal_under_review", "the money is withheld", [withdrawn], "appeal_under_review"],
  ["warning_closed", "nothing was taken", [], "warning_closed"],
  ["won", "the money is not back yet", [withdrawn], "won"],
  ["lost", "the money went back", [withdrawn], "lost"],
])("a dispute that is %s while %s counts as its money says", async (status, _, moved, counts) => {
  const dispute = {
    ...{ id: "du_1", payment_intent: "pi_000001", amount: 5_000, currency: "usd", reason: "fraudulent" },
    ...{ status, balance_transactions: moved, evidence_details: { due_by: null }, created: 1 },
  };
  const list = { object: "list", data: [dispute], has_more: false };
  expect(await answering(200, list).listDisputes({ after: null })).toEqual({
    ok: true,
    value: {
      items: [
        {
          ...{ id: "du_1", intentId: "pi_000001", amount: 5_000, currency: "usd", reason: "fraudulent" },
          ...{ status: counts, dueAt: null, createdAt: 1_000 },
        },
      ],
      hasMore: false,
    },
  });
});
