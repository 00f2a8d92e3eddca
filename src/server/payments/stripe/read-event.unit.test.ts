import Stripe from "stripe";
import { expect, test } from "vitest";
import { createStripeProvider } from "./stripe-provider.ts";

const webhookSecret = "whsec_testtesttesttesttest";
const now = Date.UTC(2026, 5, 1, 12);

function read(
  secretKey: string,
  livemode: boolean,
  object: object = { id: "pi_1", object: "payment_intent" },
) {
  const payments = createStripeProvider({
    mode: "live",
    publishableKey: secretKey.replace("sk_", "pk_"),
    secretKey,
    webhookSecret,
    clock: () => now,
  });
  const event = { id: "evt_1", object: "event", type: "payment_intent.succeeded", livemode };
  const rawBody = JSON.stringify({ ...event, data: { object } });
  const stripe = new Stripe(secretKey);
  const timestamp = now / 1000;
  const header = stripe.webhooks.generateTestHeaderString({
    payload: rawBody,
    secret: webhookSecret,
    timestamp,
  });
  return payments.readEvent(rawBody, header);
}

test("an event of the other mode is refused, even with a valid signature", () => {
  expect(read("sk_live_x", true)).toMatchObject({ id: "evt_1" });
  expect(read("sk_test_x", false)).toMatchObject({ id: "evt_1" });
  expect(read("sk_test_x", true)).toBeNull();
  expect(read("sk_live_x", false)).toBeNull();
});

test.each([
  ["a payment", { id: "pi_000001", object: "payment_intent" }, "pi_000001"],
  [
    "something with a payment",
    { id: "du_000001", object: "dispute", payment_intent: "pi_000001" },
    "pi_000001",
  ],
  ["something without a payment", { id: "du_000001", object: "dispute", payment_intent: null }, null],
  ["something unrelated to payments", { id: "cus_000001", object: "customer" }, null],
  ["a payment without an id", { object: "payment_intent" }, null],
])("an event about %s names its payment, if there is one", (_, object, intentId) => {
  expect(read("sk_test_x", false, object)).toMatchObject({ intentId });
});
