// The idempotency keys of the calls that a checkout makes at the provider. They follow from the checkout
// alone, so whoever goes on after a crash arrives at the same key and the provider at the same payment.

export function createKey(checkoutId: string): string {
  return `checkout:${checkoutId}:create`;
}

/** Asks for the provider's own payment page. */
export function sessionKey(checkoutId: string): string {
  return `checkout:${checkoutId}:session`;
}

export function expireKey(checkoutId: string): string {
  return `checkout:${checkoutId}:expire-session`;
}

/** Cancels the payment that was begun on that page. */
export function cancelPageKey(checkoutId: string): string {
  return `checkout:${checkoutId}:cancel-session`;
}

export function cancelKey(checkoutId: string): string {
  return `checkout:${checkoutId}:cancel`;
}
