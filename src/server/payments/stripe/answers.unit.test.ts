import { expect, test } from "vitest";
import { createStripeProvider } from "./stripe-provider.ts";

function providerWith(fetch: typeof globalThis.fetch) {
  return createStripeProvider({
    mode: "sandbox",
    publishableKey: "pk_test_sandbox",
    secretKey: "sk_test_sandbox",
    webhookSecret: "whsec_testtesttesttesttest",
    fetch,
    retriesMax: 0,
    clock: () => 0,
  });
}

/** A provider that gives this response to each call. */
const answering = (status: number, body: object, headers: Record<string, string> = {}) =>
  providerWith(async () => Response.json(body, { status, headers }));

/** A provider that is unreachable. */
const silent = () => providerWith(() => Promise.reject(new TypeError("fetch failed")));

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
])("a response of %i (%s) means %s", async (status, type, reason) => {
  const answer = await answering(status, { error: { type, message: "no" } }).createRefund("key", refund);
  expect(answer).toMatchObject({ ok: false, reason, message: "no" });
  expect(answer).not.toHaveProperty("isReplay");
});

test("a response stored under the key is recognized", async () => {
  const stored = { "idempotent-replayed": "true" };
  const error = { type: "api_error", message: "no" };
  expect(await answering(500, { error }, stored).createRefund("key", refund)).toMatchObject({
    isReplay: true,
  });
});

test("the provider gets no data about the machine or the duration of its last response", async () => {
  const sent: Headers[] = [];
  const provider = providerWith(async (_url, init) => {
    sent.push(new Headers(init?.headers));
    return Response.json({}, { headers: { "request-id": "req_1" } });
  });
  for (const key of ["one", "other"]) await provider.createRefund(key, refund);
  expect(sent.map((headers) => headers.get("x-stripe-client-telemetry"))).toEqual([null, null]);
  for (const headers of sent) {
    const told: unknown = JSON.parse(headers.get("x-stripe-client-user-agent") ?? "");
    expect(told).toMatchObject({ lang: "node" });
    expect(told).not.toHaveProperty("platform");
    expect(told).not.toHaveProperty("telemetry_id");
  }
});

test("a missing response is not a refusal", async () => {
  expect(await silent().createRefund("key", refund)).toMatchObject({ ok: false, reason: "unavailable" });
});

test("a page whose closing gets no response is not read as well", async () => {
  let calls = 0;
  const { expireSession } = providerWith(async () => {
    calls += 1;
    return Response.json({ error: { type: "api_error", message: "no" } }, { status: 500 });
  });
  expect(await expireSession("key", "cs_000001")).toMatchObject({ ok: false, reason: "unavailable" });
  expect(calls).toBe(1);
});

test("a payment page that can no longer be closed is returned as it is", async () => {
  const page = { id: "cs_test_000001", status: "complete", url: null, payment_intent: "pi_000001" };
  const read = { ...page, metadata: {}, expires_at: 1 };
  const error = { type: "invalid_request_error", message: "no" };
  const { expireSession } = providerWith(async (_url, init) =>
    init?.method === "POST" ? Response.json({ error }, { status: 400 }) : Response.json(read),
  );
  expect(await expireSession("key", page.id)).toMatchObject({
    ok: true,
    value: { status: "complete", intentId: "pi_000001" },
  });
});

const badIds = ["", ".", "..", "pi_", "pi_../x", "in_000001", `pi_${"a".repeat(121)}`];

test.each(badIds)("no call is made for a payment with the id %j", async (id) => {
  const { isIntentId, retrieveIntent, listDeclines, cancelIntent } = silent();
  expect(isIntentId(id)).toBe(false);
  for (const answer of [retrieveIntent(id), listDeclines(id), cancelIntent("key", id)])
    expect(await answer).toMatchObject({ ok: false, reason: "not_found" });
});

test.each(badIds.map((id) => id.replace("pi_", "cs_")))(
  "no call is made for a payment page with the id %j",
  async (id) => {
    const { isSessionId, retrieveSession, expireSession } = silent();
    expect(isSessionId(id)).toBe(false);
    for (const answer of [retrieveSession(id), expireSession("key", id)])
      expect(await answer).toMatchObject({ ok: false, reason: "not_found" });
  },
);

test.each([
  ["succeeded", "succeeded"],
  ["requires_action", "requires_action"],
  ["of an unknown kind", "pending"],
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

/** A dispute as the shop reads it. */
function disputesOf(change: object) {
  const dispute = {
    ...{ id: "du_1", payment_intent: "pi_000001", amount: 5_000, currency: "usd", reason: "fraudulent" },
    ...{ evidence_details: { due_by: null }, created: 1 },
    ...change,
  };
  const list = { object: "list", data: [dispute], has_more: false };
  return answering(200, list).listDisputes({ after: null });
}

test("a dispute has the bank's deadline", async () => {
  const dueBy = {
    status: "needs_response",
    balance_transactions: [],
    evidence_details: { due_by: 1_780_315_200 },
  };
  expect(await disputesOf(dueBy)).toMatchObject({ value: { items: [{ dueAt: 1_780_315_200_000 }] } });
});

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
])("a dispute that is %s while %s is judged by where its money is", async (status, _, moved, counts) => {
  expect(await disputesOf({ status, balance_transactions: moved })).toEqual({
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
