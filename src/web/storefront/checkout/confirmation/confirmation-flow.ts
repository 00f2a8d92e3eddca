// What the confirmation page may say, decided by the server's answer alone. The page never asks anyone to pay
// again unless the server said that nothing was charged; while that is unknown, it says just that.
import type { ConfirmationOrder } from "#domain/order/order.ts";
import { paymentTexts } from "../payment/payment-outcome.ts";
import type { OrderIds, OwnOrder, Verification } from "./verification.ts";

export type ConfirmationState =
  | { step: "working" }
  | { step: "shown"; order: ConfirmationOrder; own: OwnOrder | null; isProcessing: boolean }
  /** The provider has the money; the order is still being written or the bank is still working. */
  | { step: "received"; isProcessing: boolean }
  /** `canReturn`: nothing was charged, so the way back to the checkout may be shown. */
  | { step: "failed"; message: string; explanation: string; canReturn: boolean; detail: string };

export const confirmationTexts = {
  nothingFound: "No order information found",
  failed: "Failed to process your order. Please contact support.",
  unexpected: "An unexpected error occurred",
  uncharged: "The payment wasn't completed, so nothing was charged. Your cart is just as you left it.",
  unknown:
    "We couldn't confirm whether the payment went through. Please don't pay again: if it did, your order is safe and a confirmation is on its way by email.",
  notFound: "We couldn't find an order or payment with these details. If you paid, please contact us.",
} as const;

/** `isFinal`: there are no more requests, so an unknown outcome stays unknown. */
export function confirmationOf(answer: Verification, isFinal: boolean): ConfirmationState {
  const { standing, order, own, detail } = answer;
  const isProcessing = standing === "processing";
  // An order whose payment failed after all, or was canceled, gets no thank-you.
  if (standing === "paid" || isProcessing)
    return order ? { step: "shown", order, own, isProcessing } : { step: "received", isProcessing };
  if (standing === "unknown" && !isFinal) return { step: "working" };
  return { step: "failed", detail, ...failureOf(answer) };
}

/** The heading over the order, and the sentence under it. */
export function formatConfirmation({
  order,
  own,
  isProcessing,
}: Extract<ConfirmationState, { step: "shown" }>) {
  if (isProcessing) return { title: "Order received", lead: paymentTexts.processing };
  if (order.status === "refunded") {
    return {
      title: "Your order was refunded",
      lead: "We're refunding the full amount to your original payment method, usually within 5 to 10 business days. See your order page for details.",
    };
  }
  return {
    title: "Order confirmed",
    lead: `Thank you for your order. A confirmation is on its way to ${own?.email ?? "your email"}.`,
  };
}

function failureOf({ standing, message, detail }: Verification) {
  if (standing === "unknown") {
    const said = detail.startsWith("HTTP") ? confirmationTexts.failed : confirmationTexts.unexpected;
    return { message: said, explanation: confirmationTexts.unknown, canReturn: false };
  }
  if (detail.includes("not_found") || message === confirmationTexts.nothingFound) {
    const { nothingFound, notFound } = confirmationTexts;
    return { message: nothingFound, explanation: notFound, canReturn: true };
  }
  return { message: confirmationTexts.failed, explanation: confirmationTexts.uncharged, canReturn: true };
}

export type Arriving = {
  /** This browser has seen the order's confirmation before. */
  wasSeen: boolean;
  isReload: boolean;
  wasWaitedFor: boolean;
};

/** The one toast of an arrival, or none for a reload. */
export function confirmationToast(answer: Verification, ids: OrderIds, arriving: Arriving): string | null {
  if (arriving.wasSeen) return arriving.isReload ? null : "Order found in database";
  if (answer.order?.status === "refunded") return "Order found in database";
  if (arriving.wasWaitedFor) return "Order confirmed!";
  if (answer.duplicate) return "Order found in database";
  return ids.paymentIntentId ? "Order created successfully" : "Order confirmed!";
}

/** Reads the page's query: the shop's own names and Stripe's `payment_intent`. */
export function orderIdsOf(query: URLSearchParams): Required<OrderIds> | null {
  const read = (name: string) => query.get(name)?.trim() || null;
  const orderId = read("order_id");
  const paymentIntentId = read("payment_intent_id") ?? read("payment_intent");
  const sessionId = read("session_id");
  return orderId || paymentIntentId || sessionId ? { orderId, paymentIntentId, sessionId } : null;
}

/** The same URL without the payment's client secret and Stripe's hint, or null when it has neither. */
export function addressWithoutSecret(path: string, query: URLSearchParams): string | null {
  const cleaned = new URLSearchParams(query);
  for (const name of ["payment_intent_client_secret", "redirect_status"]) cleaned.delete(name);
  return cleaned.size === query.size ? null : `${path}?${cleaned}`;
}
