import { expect, test } from "vitest";
import {
  type CheckoutEvent,
  type CheckoutState,
  checkoutBeingPaid,
  destinationPath,
  next,
  opening,
  orderBeingConfirmed,
  type PaymentReady,
  type Standing,
} from "./checkout-flow.ts";
import type { OpenCheckout } from "./open-checkout.ts";

const record: OpenCheckout = {
  idempotencyKey: "checkout-1",
  orderId: "order-1",
  supersedes: null,
  paymentIntentId: "pi_1",
  fingerprint: "f",
  lines: [{ productId: "p", selectedOption: null, quantity: 1 }],
  phase: "open",
  at: 0,
};

const checkout: PaymentReady = {
  clientSecret: "pi_1_secret",
  paymentIntentId: "pi_1",
  orderId: "order-1",
  totals: { subtotal: 3000, tax: 0, shipping: 599, total: 3599 },
  expiresAt: "2026-01-01T00:15:00Z",
  isHeld: true,
  heldUntil: 900_000,
};

const shop = { step: "leaving", to: { page: "shop" }, paid: null };
const confirmation = {
  step: "leaving",
  to: { page: "confirmation", orderId: "order-1", paymentIntentId: "pi_1" },
  paid: null,
};

function walk(events: CheckoutEvent[], from: CheckoutState = opening): CheckoutState {
  return events.reduce(next, from);
}

const withCart: CheckoutEvent = { type: "opened", record: null, cartIsEmpty: false };
const inPayment: CheckoutEvent[] = [withCart, { type: "submitted" }, { type: "started", checkout }];

function checked(
  standing: Standing,
  phase: OpenCheckout["phase"],
  cart: { empty: boolean; resume: boolean },
) {
  return walk([
    { type: "opened", record: { ...record, phase }, cartIsEmpty: cart.empty },
    { type: "checked", standing, cartIsEmpty: cart.empty, canResume: cart.resume },
  ]);
}

test("[CK-1] an empty cart without any checkout leads to the shop", () => {
  expect(walk([{ type: "opened", record: null, cartIsEmpty: true }])).toEqual(shop);
});

test("[CK-1] an empty cart after a completed payment leads to its confirmation", () => {
  const completed: OpenCheckout = { ...record, phase: "completed" };
  expect(walk([{ type: "opened", record: completed, cartIsEmpty: true }])).toEqual(confirmation);
});

test("a new cart after a completed payment is a new checkout", () => {
  const completed: OpenCheckout = { ...record, phase: "completed" };
  expect(walk([{ type: "opened", record: completed, cartIsEmpty: false }])).toEqual({
    step: "shipping",
    problem: null,
  });
});

test.each(["paid", "processing"] as const)(
  "a checkout that turns out to be %s leads to its confirmation, with or without a cart",
  (standing) => {
    for (const empty of [true, false]) {
      for (const phase of ["open", "paying"] as const) {
        expect(checked(standing, phase, { empty, resume: !empty })).toEqual(confirmation);
      }
    }
  },
);

test("an unpaid checkout of the same cart is resumed, not begun again", () => {
  expect(checked("payable", "open", { empty: false, resume: true })).toEqual({
    step: "starting",
    resuming: true,
  });
});

test("an unpaid checkout of another cart gives way to the shipping form", () => {
  expect(checked("payable", "paying", { empty: false, resume: false })).toMatchObject({ step: "shipping" });
});

test("an unpaid checkout without a cart leads to the shop", () => {
  expect(checked("payable", "open", { empty: true, resume: false })).toEqual(shop);
});

test("a canceled checkout is forgotten", () => {
  expect(checked("gone", "paying", { empty: false, resume: true })).toMatchObject({ step: "shipping" });
});

test("after 'Pay Now' no payment form shows again while the server is unreachable", () => {
  for (const empty of [true, false]) {
    const state = checked("unknown", "paying", { empty, resume: !empty });
    expect(state).toMatchObject({ step: "unsure" });
    expect(next(state, { type: "submitted" })).toBe(state);
    expect(next(state, { type: "check-again" })).toMatchObject({ step: "checking" });
  }
});

test("before 'Pay Now' an unreachable server does not stop the shopper", () => {
  expect(checked("unknown", "open", { empty: false, resume: true })).toMatchObject({ step: "starting" });
  expect(checked("unknown", "open", { empty: false, resume: false })).toMatchObject({ step: "shipping" });
});

test("[CK-5] the shipping form leads to the payment step", () => {
  expect(walk(inPayment)).toEqual({ step: "payment", checkout, notice: null });
});

test("a double click submits once: the second event changes nothing", () => {
  const once = walk([withCart, { type: "submitted" }]);
  expect(next(once, { type: "submitted" })).toBe(once);
  const paying = walk([...inPayment, { type: "pay" }]);
  expect(next(paying, { type: "pay" })).toBe(paying);
});

test("[PY-7] a refused checkout is back at the form and says what changed", () => {
  const problem = { kind: "cart-changed", lines: ["Rope Cap is sold out."] } as const;
  const state = walk([
    withCart,
    { type: "submitted" },
    { type: "refused", problem: { ...problem, lines: [...problem.lines] } },
  ]);
  expect(state).toEqual({ step: "shipping", problem });
});

const cartGone: CheckoutEvent = { type: "cart-altered", record: null, cartIsEmpty: true };

test("a cart that becomes empty leads to the shop, not while paying", () => {
  expect(walk([withCart, cartGone])).toEqual(shop);
  expect(walk([...inPayment, { type: "pay" }, cartGone])).toMatchObject({ step: "paying" });
});

test("a cart that another tab has paid for leads to the confirmation", () => {
  const completed: OpenCheckout = { ...record, phase: "completed" };
  const paidElsewhere: CheckoutEvent = { type: "cart-altered", record: completed, cartIsEmpty: true };
  expect(walk([...inPayment, paidElsewhere])).toEqual(confirmation);
  expect(walk([withCart, paidElsewhere])).toEqual(confirmation);
});

test("[PA-3] a cart change during payment leads back to the address with a note", () => {
  const changed: CheckoutEvent = { type: "cart-altered", record, cartIsEmpty: false };
  expect(walk([...inPayment, changed])).toMatchObject({
    step: "shipping",
    problem: { kind: "cart-edited" },
  });
  expect(walk([withCart, changed])).toEqual({ step: "shipping", problem: null });
});

test("a checkout that is already paid leads to the confirmation of that order", () => {
  const paid: CheckoutEvent = { type: "already-paid", orderId: "order-1", paymentIntentId: "pi_1" };
  expect(walk([withCart, { type: "submitted" }, paid])).toEqual(confirmation);
});

test("[PY-3] a declined card keeps the payment step, with the reason", () => {
  const outcome = { kind: "failed", message: "Your card was declined." } as const;
  expect(walk([...inPayment, { type: "pay" }, { type: "paid-outcome", outcome, record }])).toEqual({
    step: "payment",
    checkout,
    notice: "Your card was declined.",
  });
});

test.each(["succeeded", "processing"] as const)(
  "[PY-2] '%s' settles and then leads to the confirmation",
  (kind) => {
    const outcome = { kind, paymentIntentId: "pi_1" };
    const settling = walk([...inPayment, { type: "pay" }, { type: "paid-outcome", outcome, record }]);
    expect(settling).toEqual({ step: "settling", checkout, processing: kind === "processing" });
    expect(next(settling, { type: "settled" })).toEqual({ ...confirmation, paid: checkout });
  },
);

test("[PA-4] totals stay until the confirmation is drawn, and only then the cart loses what was bought", () => {
  const outcome = { kind: "succeeded", paymentIntentId: "pi_1" } as const;
  const paying = walk([...inPayment, { type: "pay" }]);
  const settling = next(paying, { type: "paid-outcome", outcome, record });
  const leaving = next(settling, { type: "settled" });
  for (const state of [paying, settling, leaving]) expect(checkoutBeingPaid(state)).toBe(checkout);
  expect(orderBeingConfirmed(paying)).toBeNull();
  for (const state of [settling, leaving])
    expect(orderBeingConfirmed(state)).toMatchObject({ orderId: "order-1", paymentIntentId: "pi_1" });
  expect(orderBeingConfirmed(walk([withCart, cartGone]))).toBeNull();
});

test("[PY-3] a message about the card clears when the card is corrected, and is not shown with the field's own", () => {
  const declined = { kind: "failed", message: "Your card was declined." } as const;
  const told = walk([...inPayment, { type: "pay" }, { type: "paid-outcome", outcome: declined, record }]);
  expect(next(told, { type: "card-changed" })).toEqual({ step: "payment", checkout, notice: null });
  const paying = walk([{ type: "pay" }], told);
  expect(next(paying, { type: "card-changed" })).toBe(paying);
  const inline = { ...declined, isInline: true };
  expect(next(paying, { type: "paid-outcome", outcome: inline, record })).toMatchObject({ notice: null });
});

test("an unknown outcome shows no payment form, and is requested until it is known", () => {
  const outcome = { kind: "unknown" } as const;
  const unsure = walk([...inPayment, { type: "pay" }, { type: "paid-outcome", outcome, record }]);
  expect(unsure).toEqual({ step: "unsure", record });
  const paid: CheckoutEvent = { type: "checked", standing: "paid", cartIsEmpty: false, canResume: true };
  expect(walk([{ type: "check-again" }, paid], unsure)).toEqual(confirmation);
  const unpaid: CheckoutEvent = { ...paid, standing: "payable" };
  expect(walk([{ type: "check-again" }, unpaid], unsure)).toEqual({ step: "starting", resuming: true });
  expect(walk([...inPayment, { type: "pay" }, { type: "paid-outcome", outcome, record: null }])).toEqual(
    confirmation,
  );
});

test("[PY-8] a hold that runs out ends the payment step", () => {
  expect(walk([...inPayment, { type: "hold-expired" }])).toEqual({
    step: "expired",
    checkout,
    isDeclined: false,
  });
});

test("a hold that runs out while the payment is under way does not interrupt it", () => {
  const paying = walk([...inPayment, { type: "pay" }]);
  expect(next(paying, { type: "hold-expired" })).toBe(paying);
  expect(walk([{ type: "paid-outcome", outcome: { kind: "canceled" }, record }], paying)).toMatchObject({
    step: "expired",
  });
});

test("after a hold expires, the items can be reserved again", () => {
  expect(walk([...inPayment, { type: "hold-expired" }, { type: "submitted" }])).toEqual({
    step: "starting",
    resuming: true,
  });
});

test("an extended hold moves the end of the countdown", () => {
  const state = walk([...inPayment, { type: "hold-extended", heldUntil: 1_800_000 }]);
  expect(state).toMatchObject({ checkout: { heldUntil: 1_800_000 } });
});

test("[PY-8] what is held at Pay counts as held from then on, and what can't be held leads back to the cart's changes", () => {
  const unheld: PaymentReady = { ...checkout, isHeld: false };
  const pressed = walk([{ type: "pay" }], { step: "payment", checkout: unheld, notice: null });
  const held = next(pressed, { type: "held", heldUntil: 120_000 });
  expect(held).toEqual({ step: "paying", checkout: { ...checkout, heldUntil: 120_000 } });
  const outcome = { kind: "sold-out", lines: ["Rope Cap is sold out."] } as const;
  expect(
    next(pressed, { type: "paid-outcome", outcome: { ...outcome, lines: [...outcome.lines] }, record }),
  ).toEqual({
    step: "shipping",
    problem: { kind: "cart-changed", lines: ["Rope Cap is sold out."] },
  });
  const waiting = walk(inPayment);
  expect(next(waiting, { type: "held", heldUntil: 120_000 })).toBe(waiting);
});

test("the address can be edited before paying and not while paying", () => {
  expect(walk([...inPayment, { type: "edit" }])).toEqual({ step: "shipping", problem: null });
  expect(walk([...inPayment, { type: "pay" }, { type: "edit" }])).toMatchObject({ step: "paying" });
});

test("a page that is being left is never called back by a late answer", () => {
  const leaving = walk([{ type: "opened", record: null, cartIsEmpty: true }]);
  const late: CheckoutEvent[] = [
    { type: "started", checkout },
    { type: "submitted" },
    { type: "pay" },
    { type: "edit" },
    { type: "settled" },
    { type: "checked", standing: "payable", cartIsEmpty: false, canResume: true },
  ];
  for (const event of late) expect(next(leaving, event)).toBe(leaving);
});

test("[PY-4] the confirmation's address carries the ids that are known", () => {
  const to = { page: "confirmation", orderId: "o1", paymentIntentId: "pi_1" } as const;
  expect(destinationPath(to)).toBe("/checkout/confirmation?order_id=o1&payment_intent_id=pi_1");
  expect(destinationPath({ ...to, orderId: null })).toBe("/checkout/confirmation?payment_intent_id=pi_1");
});

test("[TR-4] too many declines end the payment step; a new payment begins with a new checkout", () => {
  const outcome = { kind: "declined-out" } as const;
  const ended = walk([...inPayment, { type: "pay" }, { type: "paid-outcome", outcome, record }]);
  expect(ended).toEqual({ step: "expired", checkout, isDeclined: true });
  expect(next(ended, { type: "submitted" })).toMatchObject({ step: "starting" });
});
