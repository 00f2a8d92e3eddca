// Cancels an order that was paid and of which nothing has shipped: the rest of its payment is refunded, all its units are
// restocked, and the customer gets a cancellation email. The order is canceled in the transaction that stores the refund,
// so it stays canceled even if the provider refuses that; a refund that fails is flagged as any other, and can be made
// again. An order with nothing left to refund is canceled all the same.
import { changeKinds, type RefusalOf } from "#domain/order/changes.ts";
import { REFUND_REASON_LENGTH_MAX } from "#domain/order/order-detail.ts";
import { refundParts, wholeRefund } from "#domain/order/refund-parts.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import {
  findRefund,
  insertRefund,
  loadRefundableParts,
  markCanceled,
} from "../../payments/refunds/refund-queries.ts";
import { type RefundMade, type RefundUnmade, sendStored } from "../../payments/refunds/send-stored.ts";
import { changeOrder } from "./change-order.ts";

export type CancelPaidResult =
  /** refund null: no money was left to give back. */
  | { ok: true; refund: RefundMade | null }
  | { ok: false; reason: "not_found" | "bad_reason" }
  /** canceled: it was before, perhaps by this very form. */
  | { ok: false; reason: "canceled" }
  | { ok: false; reason: Exclude<RefusalOf<"cancellation">, "canceled"> }
  /** The order is canceled, and its refund was not made. */
  | { ok: false; reason: "not_refunded"; refusal: RefundUnmade };

export type CancelPaid = {
  orderId: string;
  reason: string;
  actor: string;
  /** A UUID made with the form. */
  refundId?: string;
};

/** `orderId` may be any text. */
export async function cancelPaidOrder(shop: Shop, request: CancelPaid): Promise<CancelPaidResult> {
  const { orderId, actor } = request;
  const reason = request.reason.trim();
  if (!isUuid(orderId)) return { ok: false, reason: "not_found" };
  if (reason.length < 1 || reason.length > REFUND_REASON_LENGTH_MAX)
    return { ok: false, reason: "bad_reason" };
  const asked = { orderId, actor, action: "order.canceled" } as const;
  return changeOrder<CancelPaidResult>(shop, asked, async (tx, order, now) => {
    const refusal = changeKinds.cancellation.refuse(order);
    if (refusal === "canceled") return { result: { ok: false, reason: refusal } };
    if (refusal) return { result: { ok: false, reason: refusal } };
    const amount = Math.max(0, order.received - order.spoken);
    const refundId = amount > 0 ? await freeId(shop, tx, request.refundId) : null;
    if (refundId !== null) {
      const sold = await loadRefundableParts(tx, orderId);
      const parts = refundParts(sold, wholeRefund(sold));
      if (!parts.ok) throw new Error(`all that is left of ${orderId} can't be refunded: ${parts.reason}`);
      await insertRefund(tx, {
        ...{ shop, orderId, refundId, amount, payments: order.payments },
        // markCanceled puts the units back.
        ...{ reason, parts, restock: {}, cancels: true, actor, now },
      });
    }
    await markCanceled(tx, { orderId, refundId, actor, reason, now });
    const entry = { before: { fulfillment: order.fulfillment }, after: { fulfillment: "canceled", reason } };
    if (refundId === null) return { result: { ok: true, refund: null }, entry };
    return { entry, send: () => sendWhole(shop, refundId) };
  });
}

async function sendWhole(shop: Shop, refundId: string): Promise<CancelPaidResult> {
  const refund = await sendStored(shop, refundId, { isInformed: false });
  return refund.ok ? { ok: true, refund } : { ok: false, reason: "not_refunded", refusal: refund };
}

/** The form's own, unless the page's other form has made a refund with it. */
async function freeId(shop: Shop, tx: Tx, wanted: string | undefined): Promise<string> {
  return isUuid(wanted) && !(await findRefund(tx, wanted)) ? wanted : shop.newId();
}
