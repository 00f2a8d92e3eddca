// An extra payment: the difference that a customer pays for a swap to something more expensive.
import type { Cents } from "../money/money.ts";

/** For how long the new units are held for the customer. */
export const EXTRA_PAYMENT_DAYS = 3;

export type ExtraPaymentState =
  /** Its link can be paid. */
  | "waiting"
  /** It can no longer be paid, and its payment is being ended. */
  | "ending"
  /** Paid, and the units were swapped. */
  | "done"
  /** Paid when the swap was no longer possible, so it is refunded. */
  | "refunded"
  | "expired"
  | "withdrawn"
  /** The units that were to be swapped were sent, refunded or swapped otherwise. */
  | "changed"
  /** The order was canceled or refunded. */
  | "canceled";

/** Times are ISO. */
export type ExtraPayment = {
  id: string;
  amount: Cents;
  /** "2 × Polo (M)": the units of the order, and what is sent instead. */
  before: string;
  after: string;
  state: ExtraPaymentState;
  /** The owner's email, or "customer". */
  actor: string;
  at: string;
  /** Until when it can be paid. */
  until: string;
  /** When it was paid or ended; null while neither has happened. */
  endedAt: string | null;
};

/** The request for an extra payment, on the order's page. `until`: an ISO time. */
export type OpenExtraPayment = Pick<ExtraPayment, "amount" | "before" | "after" | "until">;

/** The extra payment that the order waits for. */
export function openExtraPayment(extraPayments: readonly ExtraPayment[]): ExtraPayment | null {
  return extraPayments.find(({ state }) => state === "waiting" || state === "ending") ?? null;
}

/** The outcome of one that can't be paid, or not again. */
export type ExtraPaymentEnd = "done" | "refunded" | "processing" | "over";

/** Those words. `unavailable`: the provider can't be asked, so the card may have been charged. */
export function formatExtraPaymentEnd(end: ExtraPaymentEnd | "unavailable"): { title: string; text: string } {
  switch (end) {
    case "done":
      return {
        title: "Thank you! Your order was changed",
        text: "We've received your payment. We'll email you about the change.",
      };
    case "refunded":
      return {
        title: "Your payment is being refunded",
        text: "The change was no longer possible when your payment arrived. We're refunding the full amount to your original payment method, usually within 5 to 10 business days. Your order page shows your order as it is now.",
      };
    case "processing":
      return {
        title: "Your payment is in progress",
        text: "Your bank is still processing it. You don't need to do anything. We'll email you when your order is changed.",
      };
    case "over":
      return {
        title: "There is nothing to pay",
        text: "This request has expired, or your order has changed. Nothing was charged. If you still want the change, contact us.",
      };
    case "unavailable":
      return {
        title: "We can't check the payment right now",
        text: "If you just paid, don't pay again. Reload this page in a moment to see the result.",
      };
  }
}
