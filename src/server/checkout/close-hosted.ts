// Ends a checkout on the provider's own page. The rule of close-checkout.ts applies here too: first the page is closed
// at the provider, then its payment is canceled, and only then is the stock released. A page whose id was never stored
// (a crash after requesting it) is requested again under its stored key, which returns the same page. If it turns out
// to be paid, it becomes the order.

import { nowOf, type Shop } from "../core/shop.ts";
import { retrying } from "../db/transaction.ts";
import { callKey } from "../payments/operation-keys.ts";
import { finishOperation, loadSessionParams, noteCall } from "../payments/operation-queries.ts";
import type { PaymentSession, ProviderFailure, ProviderResult } from "../payments/payment-provider.ts";
import { type Settlement, type SettleSource, settlePayment } from "../payments/settle-payment.ts";
import { type Canceled, cancelAndSettle } from "./cancel-payment.ts";
import { obtainPage } from "./obtain-payment.ts";
import { type Checkout, endUnpaid, findCheckoutById } from "./queries.ts";
import { isWrittenOff } from "./written-off.ts";

type Closing = { checkout: Checkout; source: SettleSource };

const stillOpen = { ok: false, reason: "still_open" } as const;

export async function closeHosted(shop: Shop, { checkout, source }: Closing): Promise<Canceled> {
  const { id: checkoutId } = checkout;
  const closed = await closePage(shop, checkout);
  if (closed === "still_open") return stillOpen;
  // For a page that no longer exists, the payment last seen there.
  const intentId = closed === "gone" ? checkout.paymentIntentId : (closed?.intentId ?? null);
  if (intentId !== null) return cancelAndSettle(shop, { checkoutId, intentId, source });
  const isOver = await retrying(() => endUnpaid(shop.db, checkoutId, nowOf(shop)));
  return isOver ? { ok: true } : stillOpen;
}

/** The page, once it can no longer be paid; null when no shopper ever got one. gone: it is written off. */
async function closePage(
  shop: Shop,
  checkout: Checkout,
): Promise<PaymentSession | null | "still_open" | "gone"> {
  const found = await findPage(shop, checkout);
  const noteExpire = (sessionId: string) =>
    noteCall(shop, shop.db, { checkoutId: checkout.id, call: "expire-session", params: { sessionId } });
  if (!found.ok && found.reason === "not_found") {
    if (await isWrittenOff(shop, checkout.id)) return "gone";
    // An operation that is not stored never reaches the owner, who alone can write it off.
    if (checkout.sessionId !== null) await noteExpire(checkout.sessionId);
  }
  if (!found.ok) return found.reason === "refused" ? null : "still_open";
  let page = found.value;
  const key = callKey(checkout.id, "expire-session");
  if (page.status === "open") {
    await noteExpire(page.id);
    const expired = await shop.payments.expireSession(key, page.id);
    if (!expired.ok) return "still_open";
    page = expired.value;
  }
  // An expired page without a payment was never used. A complete one always has a payment.
  const isOver = page.status === "expired" || (page.status === "complete" && page.intentId !== null);
  if (!isOver) return "still_open";
  await finishOperation(shop.db, key, { state: "done", resultId: page.id }, nowOf(shop));
  return page;
}

const noPage: ProviderFailure = {
  ok: false,
  reason: "refused",
  message: "no page that a shopper could have open",
};

/** The stored page, or the one that was requested and never stored. */
async function findPage(shop: Shop, checkout: Checkout): Promise<ProviderResult<PaymentSession>> {
  if (checkout.sessionId !== null) return readPage(shop, checkout.sessionId);
  const key = callKey(checkout.id, "session");
  const params = await loadSessionParams(shop.db, key);
  // An expired page can't be paid, and no shopper ever got its URL. The provider forgets the key after a day, so
  // another request might create a page instead of finding this one.
  const isPast = nowOf(shop).getTime() > params.expiresAt;
  // A page stored after the checkout was read may have been paid. From now on none can be.
  const stored = isPast ? (await findCheckoutById(shop.db, checkout.id))?.sessionId : null;
  if (stored) return readPage(shop, stored);
  const made = isPast ? noPage : await obtainPage(shop, checkout.id);
  if (made.ok) {
    await finishOperation(shop.db, key, { state: "done", resultId: made.value.id }, nowOf(shop));
    // The response may be the stored one; the current state of the page decides.
    return readPage(shop, made.value.id);
  }
  if (made.reason === "refused")
    await finishOperation(shop.db, key, { state: "failed", error: made.message }, nowOf(shop));
  return made;
}

/** A refused read, for example of a restricted key, proves nothing about the page. */
async function readPage(shop: Shop, sessionId: string): Promise<ProviderResult<PaymentSession>> {
  const page = await shop.payments.retrieveSession(sessionId);
  return !page.ok && page.reason === "refused" ? { ...page, reason: "unavailable" } : page;
}

/** Settles the payment of the page; null when there was no attempt to pay there, or there is no page. */
export async function settlePage(
  shop: Shop,
  { checkout, source }: Closing,
): Promise<{ settled: Settlement | null; page: PaymentSession | null }> {
  if (checkout.sessionId === null) return { settled: null, page: null };
  const page = await shop.payments.retrieveSession(checkout.sessionId);
  if (!page.ok) return { settled: { ok: false, reason: "unavailable" }, page: null };
  const { intentId } = page.value;
  const settled = intentId === null ? null : await settlePayment(shop, { intentId, source });
  return { settled, page: page.value };
}
