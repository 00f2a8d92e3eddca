// The idempotency keys of calls to the provider. They derive from the checkout or refund alone, so a retry after a
// crash uses the same key and gets the same payment.

/** The calls of a checkout, with the kind of operation under which each is stored. */
export const checkoutCalls = {
  create: "create",
  cancel: "cancel",
  /** Requests the provider's own payment page. */
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
