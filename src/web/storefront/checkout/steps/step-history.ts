// The two steps of the checkout in the browser's history: the payment is its own entry, `/checkout#payment`, so
// that Back leads to the address and Forward to the payment again. What the checkout is doing comes first: while a
// payment is under way Back is undone, because only its answer may end that step. A hash changes nothing that the
// server is asked for, so no page is loaded in the middle of a payment.
import type { CheckoutState } from "../checkout-flow.ts";

export const PAYMENT_HASH = "#payment";

export type Place = {
  state: CheckoutState;
  isAtPayment: boolean;
  /** The shopper has just moved here, by Back or Forward. */
  hasMoved: boolean;
  /** The shopper went back before the payment step was ready. */
  isWantedBack: boolean;
  /** The entry before this one is the address. */
  isAfterAddress: boolean;
  /** The address was shown since the page was opened. */
  hasSeenAddress: boolean;
};

export type Move =
  /** An entry for the payment. */
  | "push-payment"
  /** One entry back, to the address. */
  | "step-back"
  /** This entry becomes the address. */
  | "become-address"
  /** The address is to be edited. */
  | "edit"
  /** The address is submitted as is. */
  | "submit"
  /** Not now: the shopper wants the address as soon as it can be had. */
  | "note-wish"
  /** To where the checkout leads. */
  | "leave"
  | "stay";

export function moveOf(place: Place): Move {
  const { state, isAtPayment, hasMoved } = place;
  switch (state.step) {
    case "payment":
    case "expired":
      if (isAtPayment) return "stay";
      return hasMoved || place.isWantedBack ? "edit" : "push-payment";
    case "paying":
    case "settling":
      return isAtPayment ? "stay" : "push-payment";
    case "shipping":
      if (!isAtPayment) return "stay";
      if (hasMoved) return "submit";
      return place.isAfterAddress && place.hasSeenAddress ? "step-back" : "become-address";
    case "leaving":
      // Or Back would lead from the confirmation to an outdated address.
      return isAtPayment && place.isAfterAddress ? "step-back" : "leave";
    case "opening":
    case "checking":
    case "unsure":
    case "starting":
      return hasMoved && !isAtPayment ? "note-wish" : "stay";
  }
}
