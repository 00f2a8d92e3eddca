// What the shop relies on of the payment provider, spoken by the official package: once to the sandbox, and to
// Stripe's own test mode when STRIPE_SECRET_KEY=sk_test_… is set. Anything that passes here and differs at Stripe would be
// a lie of the sandbox, so nothing in this file knows to whom it speaks.
import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestBench, refusal } from "./test-bench.ts";

const testKey = process.env.STRIPE_SECRET_KEY?.startsWith("sk_test_") ? process.env.STRIPE_SECRET_KEY : null;
const NETWORK_TIMEOUT_MS = 60_000;

type Provider = { stripe: Stripe; close: () => Promise<void> };

const providers: [name: string, open: () => Promise<Provider>][] = [
  ["the sandbox", openTestBench],
  ...(testKey
    ? [["Stripe's test mode", async () => ({ stripe: new Stripe(testKey), close: async () => {} })] as const]
    : []),
].map(([name, open]) => [name, open] as [string, () => Promise<Provider>]);

test.skipIf(testKey !== null)(
  "the contract was not run against Stripe itself: set STRIPE_SECRET_KEY=sk_test_… to do so",
  ({ skip }) => skip(),
);

describe.each(providers)("%s", (_name, open) => {
  let stripe: Stripe;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ stripe, close } = await open());
  });
  afterAll(() => close());

  const CAP = {
    amount: 3_399,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    description: "A cap",
    receipt_email: "pat@example.com",
    metadata: { checkout_id: "c-1", order_id: "o-1" },
    shipping: {
      name: "Pat Example",
      address: { line1: "1 Fairway Lane", city: "Phoenix", state: "AZ", postal_code: "85001", country: "US" },
    },
  } satisfies Stripe.PaymentIntentCreateParams;
  const create = (key: string = randomUUID(), change: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents.create({ ...CAP, ...change }, { idempotencyKey: key });
  const confirm = (id: string, method: string) =>
    stripe.paymentIntents.confirm(id, { payment_method: method, return_url: "https://shop.example/thanks" });
  const pay = async () => confirm((await create()).id, "pm_card_visa");

  describe("a payment", { timeout: NETWORK_TIMEOUT_MS }, () => {
    test("is created waiting for a card, with what was said about it", async () => {
      const intent = await create();
      expect(intent).toMatchObject({
        object: "payment_intent",
        status: "requires_payment_method",
        amount: 3_399,
        amount_received: 0,
        currency: "usd",
        description: "A cap",
        receipt_email: "pat@example.com",
        metadata: { checkout_id: "c-1", order_id: "o-1" },
        shipping: { name: "Pat Example", address: { postal_code: "85001" } },
        latest_charge: null,
        livemode: false,
      });
      expect(intent.id).toMatch(/^pi_[A-Za-z0-9]+$/);
      expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
      expect(Math.abs(intent.created - (await stripe.paymentIntents.retrieve(intent.id)).created)).toBe(0);
    });

    test("the same key and parameters give the same payment again and say so", async () => {
      const key = randomUUID();
      const first = await create(key);
      const again = await create(key);
      expect(again.id).toBe(first.id);
      expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
      expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    });

    test("the same key with other parameters is refused and makes nothing", async () => {
      const key = randomUUID();
      await create(key);
      const error = await refusal(create(key, { amount: 3_400 }));
      expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
      expect(error).toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
    });

    test("a card that succeeds is charged once, and never a second time", async () => {
      const paid = await pay();
      expect(paid).toMatchObject({ status: "succeeded", amount_received: 3_399, next_action: null });
      expect(typeof paid.latest_charge).toBe("string");
      const again = await refusal(confirm(paid.id, "pm_card_visa"));
      expect(again).toMatchObject({
        type: "StripeInvalidRequestError",
        code: "payment_intent_unexpected_state",
        statusCode: 400,
        payment_intent: { id: paid.id, status: "succeeded" },
      });
    });

    test.each([
      ["pm_card_visa_chargeDeclined", "card_declined", "generic_decline"],
      ["pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
      ["pm_card_chargeDeclinedExpiredCard", "expired_card", undefined],
      ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", undefined],
      ["pm_card_chargeDeclinedProcessingError", "processing_error", undefined],
    ])(
      "%s is declined with %s, and another card pays the same payment",
      async (method, code, declineCode) => {
        const { id } = await create();
        const error = await refusal(confirm(id, method));
        expect(error).toMatchObject({ type: "StripeCardError", statusCode: 402, code });
        expect(error.decline_code).toBe(declineCode ?? error.decline_code);
        expect(error.payment_intent).toMatchObject({ id, status: "requires_payment_method" });
        expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
          status: "requires_payment_method",
          last_payment_error: { type: "card_error", code },
        });
        expect(await confirm(id, "pm_card_visa")).toMatchObject({ id, status: "succeeded" });
      },
    );

    test("a card that has to be authenticated waits for its cardholder and charges nothing", async () => {
      const asked = await confirm((await create()).id, "pm_card_authenticationRequired");
      expect(asked).toMatchObject({
        status: "requires_action",
        amount_received: 0,
        next_action: { type: "redirect_to_url" },
      });
    });

    test("canceled it can't be paid, canceled again it says so, and paid it can't be canceled", async () => {
      const { id } = await create();
      expect(await stripe.paymentIntents.cancel(id)).toMatchObject({ id, status: "canceled" });
      const unexpected = { code: "payment_intent_unexpected_state", statusCode: 400 };
      expect(await refusal(confirm(id, "pm_card_visa"))).toMatchObject(unexpected);
      expect(await refusal(stripe.paymentIntents.cancel(id))).toMatchObject(unexpected);
      expect(await refusal(stripe.paymentIntents.cancel((await pay()).id))).toMatchObject(unexpected);
    });

    test("an amount below the least, a missing one and a payment that never was are refused", async () => {
      expect(await refusal(create(randomUUID(), { amount: 1 }))).toMatchObject({
        type: "StripeInvalidRequestError",
        code: "amount_too_small",
        statusCode: 400,
      });
      const noAmount = { currency: "usd" } as Stripe.PaymentIntentCreateParams;
      expect(await refusal(stripe.paymentIntents.create(noAmount))).toMatchObject({
        code: "parameter_missing",
        param: "amount",
      });
      expect(await refusal(stripe.paymentIntents.retrieve("pi_neverwashere"))).toMatchObject({
        code: "resource_missing",
        statusCode: 404,
      });
    });

    test("the list is newest first, in pages that don't overlap", async () => {
      const older = await create();
      const newer = await create();
      const first = await stripe.paymentIntents.list({ limit: 1, created: { gte: older.created } });
      expect(first).toMatchObject({ object: "list", has_more: true, data: [{ id: newer.id }] });
      const second = await stripe.paymentIntents.list({ limit: 1, starting_after: newer.id });
      expect(second.data.map(({ id }) => id)).toEqual([older.id]);
    });
  });

  describe("a refund", { timeout: NETWORK_TIMEOUT_MS }, () => {
    test("refunds in part, then the rest, and never more than was received", async () => {
      const paid = await pay();
      const refund = (amount?: number) =>
        stripe.refunds.create(
          { payment_intent: paid.id, ...(amount ? { amount } : {}), metadata: { refund_id: "r-1" } },
          { idempotencyKey: randomUUID() },
        );
      expect(await refund(1_000)).toMatchObject({
        object: "refund",
        amount: 1_000,
        status: "succeeded",
        payment_intent: paid.id,
        metadata: { refund_id: "r-1" },
      });
      expect(await refusal(refund(3_000))).toMatchObject({
        type: "StripeInvalidRequestError",
        statusCode: 400,
      });
      expect(await refund()).toMatchObject({ amount: 2_399 });
      expect(await refusal(refund())).toMatchObject({ code: "charge_already_refunded" });
      const listed = await stripe.refunds.list({ payment_intent: paid.id });
      expect(listed.data.map(({ amount }) => amount)).toEqual([2_399, 1_000]);
    });

    test("with the same key is made once", async () => {
      const paid = await pay();
      const key = randomUUID();
      const refund = () =>
        stripe.refunds.create({ payment_intent: paid.id, amount: 500 }, { idempotencyKey: key });
      expect((await refund()).id).toBe((await refund()).id);
      expect((await stripe.refunds.list({ payment_intent: paid.id })).data).toHaveLength(1);
    });

    test("of a payment that is not paid is refused", async () => {
      const { id } = await create();
      expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 });
    });
  });

  describe("a checkout session", { timeout: NETWORK_TIMEOUT_MS }, () => {
    const openSession = (key: string = randomUUID()) =>
      stripe.checkout.sessions.create(
        {
          mode: "payment",
          line_items: [
            {
              price_data: { currency: "usd", unit_amount: 2_800, product_data: { name: "Rope cap" } },
              quantity: 2,
            },
            {
              price_data: { currency: "usd", unit_amount: 599, product_data: { name: "Shipping" } },
              quantity: 1,
            },
          ],
          payment_intent_data: { metadata: { checkout_id: "c-9" } },
          client_reference_id: "c-9",
          customer_email: "pat@example.com",
          success_url: "https://shop.example/thanks?session_id={CHECKOUT_SESSION_ID}",
          cancel_url: "https://shop.example/checkout",
        } satisfies Stripe.Checkout.SessionCreateParams,
        { idempotencyKey: key },
      );

    test("adds up its lines, is open, unpaid and has a page", async () => {
      const session = await openSession();
      expect(session).toMatchObject({
        object: "checkout.session",
        mode: "payment",
        status: "open",
        payment_status: "unpaid",
        amount_total: 6_199,
        currency: "usd",
        client_reference_id: "c-9",
      });
      expect(session.id).toMatch(/^cs_test_/);
      expect(URL.canParse(session.url ?? "")).toBe(true);
      const lines = await stripe.checkout.sessions.listLineItems(session.id);
      expect(lines.data.map(({ amount_total }) => amount_total)).toEqual([5_600, 599]);
    });

    test("with the same key is the same page, and expired it has none and can't be expired again", async () => {
      const key = randomUUID();
      const session = await openSession(key);
      expect((await openSession(key)).id).toBe(session.id);
      expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({
        status: "expired",
        url: null,
      });
      expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: "expired" });
      expect(await refusal(stripe.checkout.sessions.expire(session.id))).toMatchObject({ statusCode: 400 });
    });
  });
});
