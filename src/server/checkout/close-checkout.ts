// Ends a checkout that will not be paid, because the shopper changed it or its hold expired. The rule is cancel first,
// release second: stock is released only after the provider has confirmed the cancellation. If the payment succeeded
// instead, the order is made and nothing is released.

import type { Shop } from "../core/shop.ts";
import type { SettleSource } from "../payments/settle-payment.ts";
import { type Canceled, cancelAndSettle } from "./cancel-payment.ts";
import { closeHosted } from "./close-hosted.ts";
import { obtainIntent } from "./obtain-payment.ts";
import type { Checkout } from "./queries.ts";

export async function closeCheckout(
  shop: Shop,
  { checkout, source }: { checkout: Checkout; source: SettleSource },
): Promise<Canceled> {
  const { id: checkoutId, state, orderId } = checkout;
  if (state === "completed") return { ok: false, reason: "ordered", orderId };
  if (state === "expired" || state === "superseded") return { ok: true };
  if (checkout.isHosted) return closeHosted(shop, { checkout, source });
  let intentId = checkout.paymentIntentId;
  if (intentId === null) {
    // A process may have died between requesting the payment and storing its id.
    const found = await obtainIntent(shop, { checkoutId, during: "close" });
    if (!found.ok) return found.reason === "unavailable" ? { ok: false, reason: "still_open" } : { ok: true };
    intentId = found.value.id;
  }
  return cancelAndSettle(shop, { checkoutId, intentId, source });
}
