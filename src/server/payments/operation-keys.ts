// The idempotency keys of calls at the provider. They follow from the checkout or the refund alone, so whoever
// goes on after a crash arrives at the same key and the provider at the same payment.

/** The calls that a checkout makes, and the kind under which each is kept. */
export const checkoutCalls = {
  create: "create",
  cancel: "cancel",
  /** Asks for the provider's own payment page. */
  session: "session",
  "expire-session": "expire",
  /** Cancels the payment that was begun on that page. */
  "cancel-session": "cancel",
} as const;
export type CheckoutCall = keyof typeof checkoutCalls;

export function callKey(checkoutId: string, call: CheckoutCall): string {
  return `checkout:${checkoutId}:${call}`;
}

export function refundKey(refundId: string): string {
  return `refund:${refundId}`;
}
