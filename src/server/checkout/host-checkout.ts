// When the card form can't load, the same checkout, with the same prices, hold and order, is paid on the provider's own
// page. There must never be two payments that could both be paid, so the order is fixed: store that the checkout moves
// (with the key and the parameters of the page), cancel its first payment, and ask for the page only when the provider
// says that it is canceled. If the first payment has succeeded, its order is the answer. The page's URL is given out
// only once the page is stored, so a page that is not stored can't have been paid.
import { HOLD_MINUTES } from "#domain/checkout/checkout.ts";
import { inTransaction } from "../db/transaction.ts";
import { callKey } from "../payments/operation-keys.ts";
import { finishOperation, noteCall } from "../payments/operation-queries.ts";
import type { CreateSessionParams } from "../payments/payment-provider.ts";
import { isTaken } from "../payments/settle-payment.ts";
import { nowOf, type Shop } from "../shop.ts";
import { closeHosted, replaceFirstPayment, settlePage } from "./close-hosted.ts";
import { beginHosting, loadHostedContent, saveSession } from "./hosted-queries.ts";
import { obtainPage } from "./obtain-page.ts";
import { type Checkout, findCheckoutByKey, findCheckoutByOrder, isUnfinished } from "./queries.ts";
import { obtainIntent } from "./send-create.ts";
import {
  alreadyPaid,
  type CheckoutAsked,
  type CheckoutRefusal,
  hashOf,
  startCheckout,
} from "./start-checkout.ts";

/** The provider requires at least 30 minutes; the rest leaves time to ask again after a lost answer. */
const PAGE_MINUTES = 40;
/** The hold ends after the page does. */
const HOLD_BEYOND_MS = 60_000;
/** What takes much of the shelf is not held as long as the page could stay: the expiry sweep closes the page sooner. */
const SCARCE_PAGE_MINUTES = 15;

export type HostedCheckout =
  | { ok: true; orderId: string; sessionId: string; url: string; expiresAt: string }
  | CheckoutRefusal
  | { ok: false; reason: "not_found" };

/** The page for a checkout with the same body as create-payment-intent takes; starts the checkout if needed. */
export async function startHostedCheckout(shop: Shop, asked: CheckoutAsked): Promise<HostedCheckout> {
  const { request } = asked;
  const known = await findCheckoutByKey(shop.db, request.idempotencyKey);
  if (known?.hostedAt && known.requestHash === hashOf(request))
    return hostCheckout(shop, { orderId: known.orderId });
  const started = await startCheckout(shop, asked);
  return started.ok ? hostCheckout(shop, { orderId: started.started.orderId }) : started;
}

/** The page for an open checkout. Asking again returns the same page. */
export async function hostCheckout(shop: Shop, { orderId }: { orderId: string }): Promise<HostedCheckout> {
  let checkout = await findCheckoutByOrder(shop.db, orderId);
  if (!checkout) return { ok: false, reason: "not_found" };
  if (checkout.paymentIntentId === null && checkout.hostedAt === null && isOpen(checkout)) {
    const lost = await obtainIntent(shop, { checkoutId: checkout.id, during: "close" });
    if (!lost.ok && lost.reason === "unavailable") return { ok: false, reason: "provider_unavailable" };
    checkout = (await findCheckoutByOrder(shop.db, orderId)) ?? checkout;
  }
  if (checkout.state === "completed") return alreadyPaid(checkout);
  if (!isOpen(checkout)) return { ok: false, reason: "hold_expired" };
  if (checkout.hostedAt === null) {
    await writeDown(shop, checkout);
    checkout = (await findCheckoutByOrder(shop.db, orderId)) ?? checkout;
    if (checkout.state === "completed") return alreadyPaid(checkout);
    if (checkout.hostedAt === null) return { ok: false, reason: "hold_expired" };
  }
  if (checkout.sessionId !== null) return knownPage(shop, checkout);
  if (checkout.replacedIntentId === null) {
    const instead = await replaceFirstPayment(shop, { checkout, source: "checkout" });
    if (instead?.ok) return { ok: false, reason: "hold_expired" };
    if (instead?.reason === "ordered") return alreadyPaid(checkout);
    if (instead) return { ok: false, reason: "provider_unavailable" };
  }
  return openPage(shop, checkout);
}

const isOpen = (checkout: Checkout) => isUnfinished(checkout) && checkout.holdActive;

async function writeDown(shop: Shop, checkout: Checkout): Promise<void> {
  const now = nowOf(shop);
  const expiresAt = now.getTime() + PAGE_MINUTES * 60_000;
  const isScarce = checkout.holdMinutes < HOLD_MINUTES;
  const holdUntil = new Date(
    isScarce ? now.getTime() + SCARCE_PAGE_MINUTES * 60_000 : expiresAt + HOLD_BEYOND_MS,
  );
  await inTransaction(shop, async (tx) => {
    if (!(await beginHosting(tx, checkout.id, { now, holdUntil }))) return;
    const { publicUrl } = shop.env;
    const params: CreateSessionParams = {
      ...(await loadHostedContent(tx, checkout.id)),
      checkoutId: checkout.id,
      description: `Order ${checkout.orderId}`,
      successUrl: `${publicUrl}/checkout/confirmation?order_id=${checkout.orderId}&session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl}/checkout`,
      expiresAt,
    };
    await noteCall(shop, tx, { checkoutId: checkout.id, call: "session", params });
  });
}

async function openPage(shop: Shop, checkout: Checkout): Promise<HostedCheckout> {
  const made = await obtainPage(shop, checkout.id);
  if (!made.ok && made.reason !== "refused") return { ok: false, reason: "provider_unavailable" };
  if (!made.ok) {
    // No page and no payment: release the stock at once; the shopper starts again.
    shop.log.warn("payment.page_refused", { checkout: checkout.id, message: made.message });
    await closeHosted(shop, { checkout, source: "checkout" });
    return { ok: false, reason: "hold_expired" };
  }
  const sessionId = made.value.id;
  const isNoted = await saveSession(shop.db, checkout.id, { sessionId, now: nowOf(shop) });
  // Ended or replaced meanwhile: closing the checkout finds this page by the same key and closes it too.
  if (!isNoted) return { ok: false, reason: "hold_expired" };
  const key = callKey(checkout.id, "session");
  await finishOperation(shop.db, key, { state: "done", resultId: sessionId }, nowOf(shop));
  return knownPage(shop, { ...checkout, sessionId });
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
