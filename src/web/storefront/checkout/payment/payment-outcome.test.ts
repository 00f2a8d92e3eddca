import { expect, test } from "vitest";
import { invalidElement, outcomeOf } from "./payment-outcome.ts";

test("[PY-2] 'succeeded' and 'processing' are successes", () => {
  expect(outcomeOf({ paymentIntent: { id: "pi_1", status: "succeeded" } })).toEqual({
    kind: "succeeded",
    paymentIntentId: "pi_1",
  });
  expect(outcomeOf({ paymentIntent: { id: "pi_1", status: "processing" } }).kind).toBe("processing");
});

test.each(["requires_payment_method", "requires_action", "something_new", undefined])(
  "[PY-2] status %s is not a success",
  (status) => {
    expect(outcomeOf({ paymentIntent: { id: "pi_1", status } })).toEqual({
      kind: "failed",
      message: "Payment not successful. Please try again.",
    });
  },
);

test("[PY-3] an incomplete card form shows its own message", () => {
  const message = "Your card number is incomplete.";
  expect(invalidElement({ message })).toEqual({ kind: "failed", message });
  expect(invalidElement({})).toEqual({ kind: "failed", message: "An unexpected error occurred" });
});

test("[PY-3] what the card form shows at its fields is not said twice", () => {
  const message = "Your card number is incomplete.";
  expect(invalidElement({ type: "validation_error", message })).toMatchObject({ message, isInline: true });
  expect(invalidElement({ type: "validation_error" })).toEqual({
    kind: "failed",
    message: "An unexpected error occurred",
  });
});

test("[PY-3] a bank that did not confirm the payment is named", () => {
  const error = {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message: "We are unable to authenticate your payment method.",
    payment_intent: { id: "pi_1", status: "requires_payment_method" },
  };
  expect(outcomeOf({ error })).toEqual({
    kind: "failed",
    message: "Your bank didn't confirm the payment. Nothing was charged. Try again or use another card.",
  });
});

test.each(["card_error", "validation_error"])("[PY-3] %s shows the provider's words", (type) => {
  const message = "Your card was declined.";
  expect(outcomeOf({ error: { type, message } })).toMatchObject({ kind: "failed", message });
  expect(outcomeOf({ error: { type } })).toMatchObject({ kind: "failed", message: "Payment failed" });
});

test("[PY-3] other errors keep their inside to themselves", () => {
  const error = { type: "api_error", message: "upstream 10.0.0.7 refused" };
  expect(outcomeOf({ error })).toEqual({ kind: "failed", message: "An unexpected error occurred" });
});

test("an error about a payment that has already succeeded is a success", () => {
  const error = {
    type: "invalid_request_error",
    message: "unexpected state",
    payment_intent: { id: "pi_1", status: "succeeded" },
  };
  expect(outcomeOf({ error })).toEqual({ kind: "succeeded", paymentIntentId: "pi_1" });
});

test("an error about a canceled payment says that the hold ran out", () => {
  const error = { type: "invalid_request_error", payment_intent: { status: "canceled" } };
  expect(outcomeOf({ error })).toEqual({ kind: "canceled" });
});
