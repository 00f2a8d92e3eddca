// Asks the provider for the payment page of a checkout, with the stored key and parameters. Repeating the call finds the
// page instead of making another, so this also finds a page whose id was never stored, or that the provider made although
// it answered with a fault. The page is asked for under one key only: a checkout that can't get it ends.
import { callKey } from "../payments/operation-keys.ts";
import { loadOperation } from "../payments/operation-queries.ts";
import type { CreateSessionParams, PaymentSession, ProviderResult } from "../payments/payment-provider.ts";
import { findOfCheckout, sendOperation } from "../payments/send-operation.ts";
import type { Shop } from "../shop.ts";

/** Refused: there is no page, and there will be none. The answer may be older than the page's current state. */
export async function obtainPage(shop: Shop, checkoutId: string): Promise<ProviderResult<PaymentSession>> {
  const operation = await loadOperation(shop.db, callKey(checkoutId, "session"));
  const params = operation.params as CreateSessionParams;
  return sendOperation(shop, operation, {
    mayRenew: false,
    send: (key) => shop.payments.createSession(key, params),
    find: () => findOfCheckout(operation, checkoutId, { list: shop.payments.listSessions }),
  });
}
