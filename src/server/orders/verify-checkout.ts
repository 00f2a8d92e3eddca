import type { Cents } from "#domain/money/money.ts";
import type { ConfirmationOrder, OrderStatus } from "#domain/order/order.ts";
import { maskEmail } from "#domain/order/order-page.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { settlePage } from "../checkout/close-hosted.ts";
import type { Checkout } from "../checkout/queries.ts";
import { watchDeclines } from "../checkout/watch-declines.ts";
import type { Shop } from "../core/shop.ts";
import { openOrderLink } from "../mail/links/order-link.ts";
import { type Settlement, settlePayment } from "../payments/settle-payment.ts";
import { findConfirmationOrder } from "./find-confirmation-order.ts";
import { findAskedCheckout, type OwnCheckout } from "./queries.ts";

/** For the browser that bought alone. `page`: the path of the order's page; `email`: masked, "p…@example.com". */
export type OwnOrder = { page: string; email: string };

export type Verification =
  | {
      ok: true;
      orderId: string;
      status: OrderStatus;
      previousStatus: OrderStatus | null;
      updated: boolean;
      duplicate: boolean;
      total: Cents;
      order: ConfirmationOrder;
      own: OwnOrder | null;
    }
  /**
   * unpaid: nothing was charged and the payment is still open. canceled: nothing was or will be charged. declined_out:
   * the same, after too many refused charges.
   */
  | { ok: false; reason: "not_found" | "unpaid" | "canceled" | "declined_out" | "unavailable" };

/**
 * `sessionId`: of a payment page of the provider's own. `key`: the checkout's idempotency key, which proves that this
 * browser began it; the ids stand in URLs and prove nothing.
 */
type Ids = {
  orderId: string | null;
  intentId: string | null;
  sessionId?: string | null;
  key?: string | null;
};

/**
 * Finds the order for the ids of the confirmation page. Settles the payment first, so that the page never depends on a
 * webhook. The ids come from a URL and are checked like any other input.
 */
export async function verifyCheckout(shop: Shop, ids: Ids): Promise<Verification> {
  const knownOrder = isUuid(ids.orderId) ? ids.orderId : null;
  const asked = await findAsked(shop, { ...ids, orderId: knownOrder });
  const found = await verifyAsked(shop, { ...ids, orderId: knownOrder }, asked);
  if (!found.ok || !asked.own || found.orderId !== asked.checkout?.orderId) return found;
  return { ...found, own: await ownOrderOf(shop, found.orderId, asked.own) };
}

async function ownOrderOf(shop: Shop, orderId: string, { email, ...link }: OwnCheckout): Promise<OwnOrder> {
  return { page: await openOrderLink(shop, { orderId, ...link }), email: maskEmail(email) };
}

async function verifyAsked(
  shop: Shop,
  { orderId: knownOrder, intentId }: Ids,
  { checkout, paid, looked }: CheckoutRow,
): Promise<Verification> {
  if (paid) return answerOf(paid, null);
  const isItsPayment = knownOrder === null && intentId !== null && checkout?.paymentIntentId === intentId;
  if (checkout?.isHosted && !isItsPayment) return verifyHosted(shop, checkout);
  const payment = checkout?.paymentIntentId ?? (shop.payments.isIntentId(intentId) ? intentId : null);
  if (payment === null && checkout === null) return answerFromOrder(shop, knownOrder, null, null);
  if (payment === null) return { ok: false, reason: checkout?.state === "expired" ? "canceled" : "unpaid" };
  const settled = await settlePayment(shop, {
    intentId: payment,
    source: "browser",
    isShown: true,
    ...looked,
  });
  if (settled.ok && settled.confirmation) return answerOf(settled.confirmation, settled);
  const answer = await answerFromOrder(shop, null, payment, settled);
  if (answer.ok) return answer;
  return orDeclinedOut(shop, answer, { intentId: payment, settled, orderId: checkout?.orderId ?? null });
}

type CheckoutRow = Awaited<ReturnType<typeof findAskedCheckout>>;

/** The order's checkout, else the payment page's, else the one of the payment. Ids that can't be ours find nothing. */
async function findAsked(
  shop: Shop,
  { orderId, intentId, sessionId = null, key = null }: Ids,
): Promise<CheckoutRow> {
  if (orderId) return findAskedCheckout(shop.db, { orderId, key });
  if (shop.payments.isSessionId(sessionId) && sessionId)
    return findAskedCheckout(shop.db, { sessionId, key });
  if (shop.payments.isIntentId(intentId) && intentId)
    return findAskedCheckout(shop.db, { payment: intentId, key });
  return { checkout: null, own: null, paid: null, looked: null };
}

/** A checkout on the provider's page: the page knows its payment. */
async function verifyHosted(shop: Shop, checkout: Checkout): Promise<Verification> {
  const { settled, page } = await settlePage(shop, { checkout, source: "browser" });
  const paid = await answerFromOrder(shop, checkout.orderId, null, settled);
  if (paid.ok || paid.reason === "unavailable") return paid;
  const isOver = checkout.state === "expired" || checkout.state === "superseded";
  const unpaid: Unpaid = { ok: false, reason: isOver ? "canceled" : "unpaid" };
  const intentId = page?.intentId ?? null;
  if (!settled || intentId === null) return unpaid;
  return orDeclinedOut(shop, unpaid, { intentId, settled, orderId: checkout.orderId });
}

type Unpaid = Extract<Verification, { ok: false }>;

/**
 * Also counts the refused charges, so that a lost webhook changes nothing. A card that was taken while the payment was
 * being canceled is the order.
 */
async function orDeclinedOut(
  shop: Shop,
  answer: Unpaid,
  { intentId, settled, orderId }: { intentId: string; settled: Settlement; orderId: string | null },
): Promise<Verification> {
  const { declines, isOver } = await watchDeclines(shop, { intentId, settled, source: "browser" });
  if (isOver) return { ok: false, reason: "declined_out" };
  if (declines === 0) return answer;
  const late = await answerFromOrder(shop, orderId, intentId, null);
  return late.ok ? late : answer;
}

async function answerFromOrder(
  shop: Shop,
  orderId: string | null,
  paymentIntentId: string | null,
  settled: Settlement | null,
): Promise<Verification> {
  const order =
    orderId || paymentIntentId ? await findConfirmationOrder(shop, { orderId, paymentIntentId }) : null;
  if (order) return answerOf(order, settled);
  if (settled?.ok) return { ok: false, reason: settled.intentStatus === "canceled" ? "canceled" : "unpaid" };
  return { ok: false, reason: settled?.reason === "unavailable" ? "unavailable" : "not_found" };
}

function answerOf(order: ConfirmationOrder, settled: Settlement | null): Verification {
  const moved = settled?.ok === true && settled.updated;
  return {
    ok: true,
    orderId: order.id,
    status: order.status,
    previousStatus: settled?.ok ? settled.previousStatus : order.status,
    updated: moved,
    duplicate: !moved,
    total: order.total,
    order,
    own: null,
  };
}
