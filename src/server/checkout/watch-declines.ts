// Ends a checkout whose cards were declined too often. The rule of close-checkout.ts holds: the payment is canceled at
// the provider first, and when it has succeeded after all, that is the order. A crash in between leaves a checkout whose
// hold is over, which the expiry sweep ends.
import { type CountedDeclines, countDeclines } from "../card-testing/count-declines.ts";
import type { Settlement, SettleSource } from "../payments/settle-payment.ts";
import type { Shop } from "../shop.ts";
import { closeCheckout } from "./close-checkout.ts";
import { findCheckoutById } from "./queries.ts";

/** `settled`: what was just read of this payment. */
export async function watchDeclines(
  shop: Shop,
  { intentId, settled, source }: { intentId: string; settled: Settlement; source: SettleSource },
): Promise<CountedDeclines> {
  const counted = await countDeclines(shop, { intentId, settled });
  if (!counted.isOver || !settled.ok || settled.intentStatus === "canceled") return counted;
  const checkout = await findCheckoutById(shop.db, settled.checkoutId);
  if (checkout) await closeCheckout(shop, { checkout, source });
  await shop.reached?.("declines:closed");
  return counted;
}
