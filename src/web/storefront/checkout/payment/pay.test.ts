import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { expect, test } from "vitest";
import { PROVIDER_PAUSE_MS, PROVIDER_QUESTIONS, pay } from "./pay.ts";
import type { PaymentOutcome } from "./payment-outcome.ts";

const lost = { error: { type: "api_connection_error", message: "no network" } };
const intent = (status: string) => ({ paymentIntent: { id: "pi_1", status } });
const fails = async () => {
  throw new Error("torn down");
};

/** The provider's script as far as `pay` uses it; each call takes the next of its answers. */
function provider(answers: {
  submit?: object;
  hold?: PaymentOutcome;
  confirm?: object | "throws";
  retrieve?: (object | "throws")[];
}) {
  const asked: string[] = [];
  const waits: number[] = [];
  const retrieve = [...(answers.retrieve ?? [])];
  const stripe = {
    confirmPayment: async (given: { clientSecret: string; redirect: string }) => {
      asked.push(`confirm ${given.clientSecret} ${given.redirect}`);
      return answers.confirm === "throws" ? fails() : answers.confirm;
    },
    retrievePaymentIntent: async (secret: string) => {
      asked.push(`retrieve ${secret}`);
      const answer = retrieve.shift();
      return answer === "throws" ? fails() : answer;
    },
  } as unknown as Stripe;
  const elements = { submit: async () => answers.submit ?? {} } as unknown as StripeElements;
  const run = () =>
    pay(stripe, elements, {
      clientSecret: "pi_1_secret",
      returnUrl: "https://shop.example/checkout/confirmation",
      wait: async (ms) => void waits.push(ms),
      hold: async () => {
        asked.push("hold");
        return answers.hold ?? null;
      },
    });
  return { run, asked, waits };
}

test("[PY-1] validates first and confirms without leaving the page", async () => {
  const { run, asked } = provider({ confirm: intent("succeeded") });
  expect(await run()).toEqual({ kind: "succeeded", paymentIntentId: "pi_1" });
  expect(asked).toEqual(["hold", "confirm pi_1_secret if_required"]);
});

test("[PY-3] a form that is not complete confirms nothing", async () => {
  const { run, asked } = provider({ submit: { error: { message: "Your card number is incomplete." } } });
  expect(await run()).toEqual({ kind: "failed", message: "Your card number is incomplete." });
  expect(asked).toEqual([]);
});

test("[PY-8] what can't be held confirms nothing", async () => {
  const { run, asked } = provider({ hold: { kind: "canceled" } });
  expect(await run()).toEqual({ kind: "canceled" });
  expect(asked).toEqual(["hold"]);
});

test("a declined card is reported without another request", async () => {
  const error = { type: "card_error", message: "Your card was declined." };
  const { run, asked } = provider({ confirm: { error } });
  expect(await run()).toMatchObject({ kind: "failed", message: "Your card was declined." });
  expect(asked).toEqual(["hold", "confirm pi_1_secret if_required"]);
});

test("[PY-4] an answer that got lost after the card was charged is found out to be a success", async () => {
  for (const confirm of [lost, "throws", { error: { type: "api_error" } }] as const) {
    const { run } = provider({ confirm, retrieve: [intent("succeeded")] });
    expect(await run()).toEqual({ kind: "succeeded", paymentIntentId: "pi_1" });
  }
});

test("[PY-3] a request that never arrived may be made again", async () => {
  const { run } = provider({ confirm: lost, retrieve: [intent("requires_payment_method")] });
  expect(await run()).toEqual({ kind: "failed", message: "An unexpected error occurred" });
  const thrown = provider({ confirm: "throws", retrieve: [intent("requires_payment_method")] });
  expect(await thrown.run()).toEqual({
    kind: "failed",
    message: "An error occurred while processing your payment",
  });
});

test("a payment that is pending at the bank is not reported as a failure", async () => {
  const { run } = provider({ confirm: lost, retrieve: [intent("processing")] });
  expect(await run()).toEqual({ kind: "processing", paymentIntentId: "pi_1" });
});

test("while the provider is unreachable, the payment is not reported as failed", async () => {
  const { run, asked, waits } = provider({ confirm: lost, retrieve: [lost, "throws", lost] });
  expect(await run()).toEqual({ kind: "unknown" });
  expect(asked.filter((question) => question.startsWith("retrieve"))).toHaveLength(PROVIDER_QUESTIONS);
  expect(waits).toEqual([PROVIDER_PAUSE_MS, PROVIDER_PAUSE_MS]);
  const later = provider({ confirm: lost, retrieve: [lost, intent("succeeded")] });
  expect(await later.run()).toMatchObject({ kind: "succeeded" });
});
