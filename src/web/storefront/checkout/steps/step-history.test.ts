import { expect, test } from "vitest";
import type { CheckoutState, PaymentReady } from "../checkout-flow.ts";
import type { OpenCheckout } from "../open-checkout.ts";
import { moveOf, type Place } from "./step-history.ts";

const checkout = {} as PaymentReady;
const record = {} as OpenCheckout;
const payment: CheckoutState = { step: "payment", checkout, notice: null };
const paying: CheckoutState = { step: "paying", checkout };
const settling: CheckoutState = { step: "settling", checkout, processing: false };
const shipping: CheckoutState = { step: "shipping", problem: null };
const leaving: CheckoutState = { step: "leaving", to: { page: "shop" }, paid: null };
const resuming: CheckoutState = { step: "starting", resuming: true };

const atAddress: Omit<Place, "state"> = {
  isAtPayment: false,
  hasMoved: false,
  isWantedBack: false,
  isAfterAddress: false,
  hasSeenAddress: true,
};
const atPayment = { ...atAddress, isAtPayment: true, isAfterAddress: true };
const move = (state: CheckoutState, place: Partial<Place>) => moveOf({ ...atAddress, ...place, state });

test("[PA-3] the payment is an entry of its own, and Back leads from it to the address", () => {
  expect(move(payment, atAddress)).toBe("push-payment");
  expect(move(payment, atPayment)).toBe("stay");
  expect(move(payment, { ...atAddress, hasMoved: true })).toBe("edit");
  expect(move({ step: "expired", checkout, isDeclined: false }, { hasMoved: true })).toBe("edit");
});

test("[PA-3] Forward from the address takes it as it stands", () => {
  expect(move(shipping, { ...atPayment, hasMoved: true })).toBe("submit");
});

test("[PA-3] an address that is asked for again is the entry before the payment", () => {
  expect(move(shipping, atPayment)).toBe("step-back");
  expect(move(shipping, { ...atPayment, hasSeenAddress: false })).toBe("become-address");
  expect(move(shipping, { ...atPayment, isAfterAddress: false })).toBe("become-address");
  expect(move(shipping, atAddress)).toBe("stay");
});

test("[PA-3] Back while a payment is under way is undone", () => {
  for (const state of [paying, settling]) {
    expect(move(state, { ...atAddress, hasMoved: true })).toBe("push-payment");
    expect(move(state, atPayment)).toBe("stay");
  }
});

test("[PA-3] Back before the payment is ready leads to the address as soon as it is", () => {
  const unready: CheckoutState[] = [{ step: "opening" }, { step: "checking", record }, resuming];
  for (const state of unready) {
    expect(move(state, { hasMoved: true })).toBe("note-wish");
    expect(move(state, atPayment)).toBe("stay");
  }
  expect(move(payment, { isWantedBack: true })).toBe("edit");
});

test("[PA-4] the confirmation takes the place of address and payment", () => {
  expect(move(leaving, atPayment)).toBe("step-back");
  expect(move(leaving, atAddress)).toBe("leave");
  expect(move(leaving, { ...atPayment, isAfterAddress: false })).toBe("leave");
});
