// The checkout page as a state machine: which step the shopper sees and what may happen next. Every decision
// that could make a shopper pay twice is made here and tested without a browser. A started
// payment is checked before any form is shown, a paid one always leads to its confirmation, and an event that
// does not belong to the current step changes nothing. The components only draw the state.
import type { CheckoutStarted } from "#domain/checkout/checkout.ts";
import type { ShippingErrors } from "#domain/postal-address/shipping-address.ts";
import type { OpenCheckout } from "./open-checkout.ts";
import type { PaymentOutcome } from "./payment/payment-outcome.ts";

/** The payment step's data; `heldUntil` is on this browser's clock, in milliseconds since 1970. */
export type PaymentReady = CheckoutStarted & { heldUntil: number };

export type Destination =
  | { page: "shop" }
  | { page: "confirmation"; orderId: string | null; paymentIntentId: string | null };

/** Why the payment form could not be made ready; the developer's hints outside live mode depend on it. */
export type SetupFailure =
  | "not-configured"
  | "not-deployed"
  | "unreachable"
  | "rate-limited"
  | "amount"
  | "closed"
  | "refused";

export type Problem =
  | { kind: "cart-changed"; lines: string[] }
  /** The code of a discount gives nothing anymore; `said`: why, and the total without it. */
  | { kind: "code-refused"; said: string }
  /** The shopper changed the cart during payment. */
  | { kind: "cart-edited" }
  | { kind: "setup-failed"; failure: SetupFailure; detail: string }
  | { kind: "invalid-shipping"; errors: ShippingErrors };

export type CheckoutState =
  /** Reading what the browser remembers. */
  | { step: "opening" }
  /** Asking the server about a checkout that was begun earlier. */
  | { step: "checking"; record: OpenCheckout }
  /** 'Pay Now' was pressed earlier, and the server can't be reached to ask for its outcome. */
  | { step: "unsure"; record: OpenCheckout }
  | { step: "shipping"; problem: Problem | null }
  /** Waiting for the payment form; `resuming` when the shopper did not just press the button. */
  | { step: "starting"; resuming: boolean }
  /** `notice`: why the last try to pay failed. */
  | { step: "payment"; checkout: PaymentReady; notice: string | null }
  | { step: "paying"; checkout: PaymentReady }
  /** The provider has the payment; the server is writing the order. */
  | { step: "settling"; checkout: PaymentReady; processing: boolean }
  /** The stock hold ran out before a payment was made, or the payment was ended after too many declines. */
  | { step: "expired"; checkout: PaymentReady; isDeclined: boolean }
  /** `paid`: the order just paid, shown until the confirmation renders. */
  | { step: "leaving"; to: Destination; paid: PaymentReady | null };

/** What the server knows about an earlier checkout. */
export type Standing = "paid" | "processing" | "payable" | "gone" | "unknown";

export type CheckoutEvent =
  | { type: "opened"; record: OpenCheckout | null; cartIsEmpty: boolean }
  | { type: "checked"; standing: Standing; cartIsEmpty: boolean; canResume: boolean }
  | { type: "check-again" }
  | { type: "submitted" }
  | { type: "started"; checkout: PaymentReady }
  | { type: "refused"; problem: Problem }
  | { type: "already-paid"; orderId: string | null; paymentIntentId: string | null }
  /** The cart has changed since this step began, in the drawer or in another tab. */
  | { type: "cart-altered"; record: OpenCheckout | null; cartIsEmpty: boolean }
  | { type: "edit" }
  /** Something was typed into the card form. */
  | { type: "card-changed" }
  | { type: "pay" }
  /** `record`: this browser's record of the checkout, in case the outcome must be requested later. */
  | { type: "paid-outcome"; outcome: PaymentOutcome; record: OpenCheckout | null }
  | { type: "hold-extended"; heldUntil: number }
  /** 'Pay Now' was pressed, and all items are held now. */
  | { type: "held"; heldUntil: number }
  | { type: "hold-expired" }
  | { type: "settled" };

/** Of a checkout whose items are held when 'Pay Now' is pressed. */
export const RESERVED_AT_PAY = "Reserved when you pay";

export const opening: CheckoutState = { step: "opening" };

export function next(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case "opened":
      return state.step === "opening" ? whereToBegin(event.record, event.cartIsEmpty) : state;
    case "checked":
      return state.step === "checking" ? afterCheck(state.record, event) : state;
    case "check-again":
      return state.step === "unsure" ? { step: "checking", record: state.record } : state;
    case "submitted":
      return state.step === "shipping" || state.step === "expired"
        ? { step: "starting", resuming: state.step === "expired" }
        : state;
    case "started":
      return state.step === "starting" ? { step: "payment", checkout: event.checkout, notice: null } : state;
    case "refused":
      return state.step === "starting" ? { step: "shipping", problem: event.problem } : state;
    case "already-paid":
      return state.step === "starting" ? toConfirmation(event) : state;
    case "cart-altered":
      return afterCartChange(state, event.record, event.cartIsEmpty);
    case "edit":
      return state.step === "payment" || state.step === "expired"
        ? { step: "shipping", problem: null }
        : state;
    case "card-changed":
      return state.step === "payment" && state.notice !== null ? { ...state, notice: null } : state;
    case "pay":
      return state.step === "payment" ? { step: "paying", checkout: state.checkout } : state;
    case "paid-outcome":
      return state.step === "paying" ? afterPayment(state.checkout, event) : state;
    case "hold-extended":
      return state.step === "payment" || state.step === "paying"
        ? { ...state, checkout: { ...state.checkout, heldUntil: event.heldUntil } }
        : state;
    case "held":
      return state.step === "paying"
        ? { ...state, checkout: { ...state.checkout, isHeld: true, heldUntil: event.heldUntil } }
        : state;
    case "hold-expired":
      // Not while paying: the provider decides about a payment that is under way, not the clock.
      return state.step === "payment"
        ? { step: "expired", checkout: state.checkout, isDeclined: false }
        : state;
    case "settled":
      return state.step === "settling" ? toConfirmation(state.checkout, state.checkout) : state;
  }
}

const toShop: CheckoutState = { step: "leaving", to: { page: "shop" }, paid: null };

function toConfirmation(
  ids: { orderId: string | null; paymentIntentId: string | null },
  paid: PaymentReady | null = null,
): CheckoutState {
  const { orderId, paymentIntentId } = ids;
  return { step: "leaving", to: { page: "confirmation", orderId, paymentIntentId }, paid };
}

function whereToBegin(record: OpenCheckout | null, cartIsEmpty: boolean): CheckoutState {
  if (record && record.phase !== "completed") return { step: "checking", record };
  if (!cartIsEmpty) return { step: "shipping", problem: null };
  return record ? toConfirmation(record) : toShop;
}

/** An empty cart can mean that another tab has paid for it: the record knows. Never while paying. */
function afterCartChange(state: CheckoutState, record: OpenCheckout | null, isEmpty: boolean): CheckoutState {
  const isWaiting = state.step === "shipping" || state.step === "payment" || state.step === "expired";
  if (!isWaiting) return state;
  if (isEmpty) return whereToBegin(record, true);
  if (state.step === "shipping") return state;
  return { step: "shipping", problem: { kind: "cart-edited" } };
}

function afterCheck(
  record: OpenCheckout,
  { standing, cartIsEmpty, canResume }: Extract<CheckoutEvent, { type: "checked" }>,
): CheckoutState {
  if (standing === "paid" || standing === "processing") return toConfirmation(record);
  if (standing === "unknown" && record.phase === "paying") return { step: "unsure", record };
  if (cartIsEmpty) return toShop;
  if (canResume && standing !== "gone") return { step: "starting", resuming: true };
  return { step: "shipping", problem: null };
}

function afterPayment(
  checkout: PaymentReady,
  { outcome, record }: Extract<CheckoutEvent, { type: "paid-outcome" }>,
): CheckoutState {
  switch (outcome.kind) {
    case "succeeded":
      return { step: "settling", checkout, processing: false };
    case "processing":
      return { step: "settling", checkout, processing: true };
    case "canceled":
      return { step: "expired", checkout, isDeclined: false };
    case "sold-out":
      return { step: "shipping", problem: { kind: "cart-changed", lines: outcome.lines } };
    case "declined-out":
      return { step: "expired", checkout, isDeclined: true };
    case "unknown":
      // Without a record the confirmation page, which has the ids in its URL, keeps asking.
      return record ? { step: "unsure", record } : toConfirmation(checkout);
    case "failed":
      return { step: "payment", checkout, notice: outcome.isInline ? null : outcome.message };
  }
}

/** The order in payment or just paid: its totals are on the page until the confirmation renders. */
export function checkoutBeingPaid(state: CheckoutState): PaymentReady | null {
  if (state.step === "leaving") return state.paid;
  return state.step === "payment" || state.step === "paying" || state.step === "settling"
    ? state.checkout
    : null;
}

/** The order that the confirmation is about to show: only then are its items removed from the cart. */
export function orderBeingConfirmed(
  state: CheckoutState,
): { orderId: string | null; paymentIntentId: string | null } | null {
  if (state.step === "settling") return state.checkout;
  return state.step === "leaving" && state.to.page === "confirmation" ? state.to : null;
}

/** `/checkout/confirmation?order_id=…&payment_intent_id=…`, with only the ids that are known. */
export function destinationPath(to: Destination): string {
  if (to.page === "shop") return "/shop";
  const query = new URLSearchParams();
  if (to.orderId) query.set("order_id", to.orderId);
  if (to.paymentIntentId) query.set("payment_intent_id", to.paymentIntentId);
  return `/checkout/confirmation?${query}`;
}
