// A checkout paid on the provider's own page, for browsers where the card form can't load. The way to pay is chosen at
// the start and never changes, so there are never two payments that could both succeed. A shopper who switches from the
// card form begins a new checkout, which closes the form's first. The page's URL is handed out only once the page is
// stored, so a page that is not stored can't have been paid.

import { nowOf, type Shop } from "../core/shop.ts";
import { isTaken } from "../payments/settle-payment.ts";
import { settlePage } from "./close-hosted.ts";
import { obtainPage } from "./obtain-payment.ts";
import { alreadyPaid, type Checkout, isUnfinished, saveSession } from "./queries.ts";
import { type CheckoutRefusal, type CheckoutStart, openCheckout } from "./start-checkout.ts";

export type HostedCheckout =
  | { ok: true; orderId: string; sessionId: string; url: string; expiresAt: string }
  | CheckoutRefusal;

/** Repeating the request returns the same page. */
export async function startHostedCheckout(
  shop: Shop,
  { request, visitor = null }: CheckoutStart,
): Promise<HostedCheckout> {
  const opened = await openCheckout(shop, { request: { ...request, isHosted: true }, visitor });
  if (!opened.ok) return opened;
  const { checkout } = opened;
  if (checkout.state === "completed") return alreadyPaid(checkout);
  if (!isUnfinished(checkout)) return { ok: false, reason: "hold_expired" };
  if (checkout.sessionId !== null) return knownPage(shop, checkout);
  const page = await obtainStoredPage(shop, checkout);
  return page.ok ? knownPage(shop, { ...checkout, sessionId: page.sessionId }) : page;
}

type StoredPage =
  | { ok: true; sessionId: string }
  | { ok: false; reason: "provider_unavailable" | "hold_expired" };

/**
 * Finds or creates the page, and stores it. The page of a checkout that was ended or replaced in the meantime is never
 * handed out: closing the checkout finds it by the same key.
 */
export async function obtainStoredPage(shop: Shop, { id: checkoutId }: Checkout): Promise<StoredPage> {
  const made = await obtainPage(shop, checkoutId);
  if (!made.ok)
    return { ok: false, reason: made.reason === "unavailable" ? "provider_unavailable" : "hold_expired" };
  const sessionId = made.value.id;
  const isStored = await saveSession(shop.db, checkoutId, { sessionId, now: nowOf(shop) });
  return isStored ? { ok: true, sessionId } : { ok: false, reason: "hold_expired" };
}

async function knownPage(shop: Shop, checkout: Checkout): Promise<HostedCheckout> {
  const { settled, page } = await settlePage(shop, { checkout, source: "checkout" });
  if (settled && isTaken(settled))
    return alreadyPaid({ ...checkout, paymentIntentId: page?.intentId ?? null });
  if (page === null) return { ok: false, reason: "provider_unavailable" };
  if (page.status !== "open" || page.url === null) return { ok: false, reason: "hold_expired" };
  const { id: sessionId, url, expiresAt } = page;
  return {
    ok: true,
    orderId: checkout.orderId,
    sessionId,
    url,
    expiresAt: new Date(Math.min(expiresAt, checkout.expiresAt.getTime())).toISOString(),
  };
}
