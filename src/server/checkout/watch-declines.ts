// Ends a checkout whose cards were declined too often. The rule of close-checkout.ts applies: the payment is canceled
// at the provider first, and if it has succeeded after all, it becomes the order. A crash in between leaves a checkout
// whose hold is over, which the expiry sweep ends. It is over for the shopper only once the provider has canceled;
// until then each request closes it again.

import type { Shop } from "../core/shop.ts";
import type { Settlement, SettleSource } from "../payments/settle-payment.ts";
import { closeCheckout } from "./close-checkout.ts";
import { findCheckoutById } from "./queries.ts";
import { type CountedDeclines, countDeclines } from "./visitors/count-declines.ts";

/** `settled`: this payment as just read. */
export async function watchDeclines(
  shop: Shop,
  { intentId, settled, source }: { intentId: string; settled: Settlement; source: SettleSource },
): Promise<CountedDeclines> {
  if (!settled.ok) return { declines: 0, isOver: false };
  const { checkoutId, chargeId, intentStatus } = settled;
  const counted = await countDeclines(shop, { intentId, checkoutId, chargeId, intentStatus });
  if (!counted.isOver || intentStatus === "canceled") return counted;
  const checkout = await findCheckoutById(shop.db, checkoutId);
  const closed = checkout ? await closeCheckout(shop, { checkout, source }) : null;
  return { ...counted, isOver: closed?.ok === true };
}
