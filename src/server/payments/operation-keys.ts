// The idempotency keys of calls to the provider. They are derived from the checkout or refund alone, so that a retry
// after a crash uses the same key and gets the same payment.

/** The calls that a checkout makes, with the kind of operation that each is stored as. */
export const checkoutCalls = {
  create: "create",
  cancel: "cancel",
  /** Asks for the provider's own payment page. */
  session: "session",
  "expire-session": "expire",
} as const;
export type CheckoutCall = keyof typeof checkoutCalls;

export function callKey(checkoutId: string, call: CheckoutCall): string {
  return `checkout:${checkoutId}:${call}`;
}

export function refundKey(refundId: string): string {
  return `refund:${refundId}`;
}
