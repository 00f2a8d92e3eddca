// Ends a checkout that will not be paid: the shopper changed it, or its hold ran out. The rule is cancel first, release
// second: stock is released only after the provider has said that the payment is canceled. If the provider says that
// the payment has succeeded, the order is made and nothing is released.

import type { SettleSource } from "../payments/settle-payment.ts";
import type { Shop } from "../shop.ts";
import { type Canceled, cancelAndSettle } from "./cancel-payment.ts";
import { closeHosted } from "./close-hosted.ts";
import { type Checkout, findCheckoutById } from "./queries.ts";
import { obtainIntent } from "./send-create.ts";

export async function closeCheckout(
  shop: Shop,
  { checkout, source }: { checkout: Checkout; source: SettleSource },
): Promise<Canceled> {
  const { id: checkoutId, state, orderId } = checkout;
  if (state === "completed") return { ok: false, reason: "ordered", orderId };
  if (state === "expired" || state === "superseded") return { ok: true };
  if (checkout.hostedAt !== null) return closeHosted(shop, { checkout, source });
  let intentId = checkout.paymentIntentId;
  if (intentId === null) {
    // A process may have died between asking for the payment and storing its id.
    const found = await obtainIntent(shop, { checkoutId, during: "close" });
    if (!found.ok) return found.reason === "unavailable" ? { ok: false, reason: "still_open" } : { ok: true };
    intentId = found.value.id;
  }
  const ask = { checkoutId, intentId, call: "cancel", source } as const;
  const canceled = await cancelAndSettle(shop, ask);
  if (!canceled.ok) return canceled;
  // If the checkout moved to the provider's page meanwhile, this cancel has not ended it.
  const now = await findCheckoutById(shop.db, checkoutId);
  return now?.hostedAt ? closeCheckout(shop, { checkout: now, source }) : { ok: true };
}
