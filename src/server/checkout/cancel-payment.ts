// Cancels a payment of a checkout and settles the result. The call is stored before it is made, so the worker can
// continue when a process dies here. When it is too late to cancel, the provider returns the payment as it is, and its
// order is made instead. A written-off payment counts as canceled. Declined charges are counted in between, because a
// settled checkout no longer knows its visitor.

import { nowOf, type Shop } from "../core/shop.ts";
import { finishOperation, noteCall } from "../payments/operation-queries.ts";
import { type SettleSource, settleIntent } from "../payments/settle-payment.ts";
import { nextPaymentRead } from "../payments/settlement-queries.ts";
import { countDeclines } from "./visitors/count-declines.ts";
import { isWrittenOff, writtenOffPayment } from "./written-off.ts";

export type Canceled =
  | { ok: true }
  /** Paid or processing: there is an order. */
  | { ok: false; reason: "ordered"; orderId: string }
  /** The provider did not respond or has not decided; the hold stays. */
  | { ok: false; reason: "still_open" };

export async function cancelAndSettle(
  shop: Shop,
  { checkoutId, intentId, source }: { checkoutId: string; intentId: string; source: SettleSource },
): Promise<Canceled> {
  const key = await noteCall(shop, shop.db, { checkoutId, call: "cancel", params: { intentId } });
  const read = await nextPaymentRead(shop);
  const canceled = await shop.payments.cancelIntent(key, intentId);
  const isOff = !canceled.ok && canceled.reason === "not_found" && (await isWrittenOff(shop, checkoutId));
  if (!canceled.ok && !isOff) {
    const { reason } = canceled;
    shop.log.warn("payment.not_canceled", { checkout: checkoutId, intent: intentId, reason });
    return { ok: false, reason: "still_open" };
  }
  const intent = canceled.ok ? canceled.value : writtenOffPayment(intentId, checkoutId);
  const { chargeId, status: intentStatus } = intent;
  await countDeclines(shop, { intentId, checkoutId, chargeId, intentStatus });
  const settled = await settleIntent(shop, { intent, read, source });
  await finishOperation(shop.db, key, { state: "done", resultId: intentId }, nowOf(shop));
  if (settled.ok && settled.intentStatus === "canceled") return { ok: true };
  return settled.ok && settled.orderId !== null
    ? { ok: false, reason: "ordered", orderId: settled.orderId }
    : { ok: false, reason: "still_open" };
}
