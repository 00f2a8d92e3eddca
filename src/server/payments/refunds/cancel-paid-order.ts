// Cancels an order that was paid and of which nothing has left: all that is left of its money goes back, all its pieces
// go back on the shelf, and the customer hears that it will not come. The order is canceled in the transaction that
// stores the refund, so it stays canceled whatever the provider says to that; a refund that fails is flagged as any
// other, and can be made again. An order without money to give back is canceled all the same.
import { paidStatuses } from "#domain/order/order.ts";
import { REFUND_REASON_LENGTH_MAX } from "#domain/order/order-detail.ts";
import { refundParts, wholeRefund } from "#domain/order/refund-parts.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { type RefundRefusal, type RefundResult, sendStored } from "./refund-order.ts";
import {
  findRefund,
  insertRefund,
  loadRefundableParts,
  lockRefundable,
  markCanceled,
} from "./refund-queries.ts";

export type CancelPaidResult =
  /** refund null: no money was left to give back. */
  | { ok: true; refund: Extract<RefundResult, { ok: true }> | null }
  /** canceled: it was before, perhaps by this very form. */
  | { ok: false; reason: "canceled" }
  /** The order is canceled, and its money did not go back. */
  | { ok: false; reason: "not_refunded"; refusal: RefundRefusal }
  | RefundRefusal;

export type CancelPaid = {
  orderId: string;
  reason: string;
  actor: string;
  /** A UUID made with the form. */
  refundId?: string;
};

/** `orderId` may be any text. */
export async function cancelPaidOrder(shop: Shop, request: CancelPaid): Promise<CancelPaidResult> {
  const { orderId, reason } = request;
  if (!isUuid(orderId)) return { ok: false, reason: "not_found" };
  const length = reason.trim().length;
  if (length < 1 || length > REFUND_REASON_LENGTH_MAX) return { ok: false, reason: "bad_reason" };
  const decided = await inTransaction(shop, (tx) => decide(shop, tx, request));
  if (!decided.ok) return decided;
  shop.wakeWorker("mails");
  if (decided.refundId === null) return { ok: true, refund: null };
  const refund = await sendStored(shop, decided.refundId, { isInformed: false });
  return refund.ok ? { ok: true, refund } : { ok: false, reason: "not_refunded", refusal: refund };
}

/** refundId null: no money was left to give back. */
type Decided = { ok: true; refundId: string | null } | Extract<CancelPaidResult, { ok: false }>;

async function decide(shop: Shop, tx: Tx, request: CancelPaid): Promise<Decided> {
  const { orderId, actor } = request;
  const order = await lockRefundable(tx, orderId);
  if (!order) return { ok: false, reason: "not_found" };
  if (order.fulfillment === "canceled") return { ok: false, reason: "canceled" };
  // What came back for an exchange had left, too.
  if (order.fulfillment !== "unfulfilled" || order.hasParcel) return { ok: false, reason: "shipped" };
  if (!paidStatuses.includes(order.status) || order.paymentIntentId === null)
    return { ok: false, reason: "not_paid" };
  if (order.hasChargeback) return { ok: false, reason: "disputed" };
  const now = nowOf(shop);
  const reason = request.reason.trim();
  const amount = Math.max(0, order.received - order.spoken);
  const refundId = amount > 0 ? await freeId(shop, tx, request.refundId) : null;
  if (refundId !== null) {
    const sold = await loadRefundableParts(tx, orderId);
    const parts = refundParts(sold, wholeRefund(sold));
    if (!parts.ok) throw new Error(`the remainder of ${orderId} can't be refunded: ${parts.reason}`);
    await insertRefund(tx, {
      ...{ shop, orderId, refundId, amount, payments: order.payments },
      // markCanceled puts the pieces back.
      ...{ reason, parts, restock: {}, cancels: true, actor, now },
    });
  }
  await markCanceled(tx, { orderId, refundId, actor, reason, now });
  const entry = { before: { fulfillment: order.fulfillment }, after: { fulfillment: "canceled", reason } };
  await insertAudit(tx, { actor, action: "order.canceled", object: orderId, ...entry }, now);
  return { ok: true, refundId };
}

/** The form's own, unless the page's other form has made a refund with it. */
async function freeId(shop: Shop, tx: Tx, wanted: string | undefined): Promise<string> {
  return isUuid(wanted) && !(await findRefund(tx, wanted)) ? wanted : shop.newId();
}
