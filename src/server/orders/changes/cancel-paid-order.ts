// Cancels an order that was paid and of which nothing has shipped: the rest of its payment is refunded, all its units are
// restocked, and the customer gets a cancellation email. The order is canceled in the transaction that stores the refund,
// so it stays canceled even if the provider refuses that; a refund that fails is flagged as any other, and can be made
// again. An order with nothing left to refund is canceled anyway.
import { changeKinds, type RefusalOf } from "#domain/order/changes.ts";
import { REFUND_REASON_LENGTH_MAX } from "#domain/order/order-detail.ts";
import type { Shop } from "../../core/shop.ts";
import { markCanceled } from "../../payments/refunds/refund-queries.ts";
import { type RefundMade, type RefundUnmade, sendStored } from "../../payments/refunds/send-stored.ts";
import { changeOrder } from "./change-order.ts";
import { decideRefund } from "./refund-order.ts";

export type CancelPaidResult =
  /** refund null: no money was left to refund. */
  | { ok: true; refund: RefundMade | null }
  | { ok: false; reason: "not_found" | "bad_reason" }
  /** canceled: it was before, perhaps by this very form. */
  | { ok: false; reason: "canceled" }
  | { ok: false; reason: Exclude<RefusalOf<"cancellation">, "canceled"> }
  /** The order is canceled, and its refund was not made. */
  | { ok: false; reason: "not_refunded"; refusal: RefundUnmade };

/** `orderId` may be any text. */
export type CancelPaid = { orderId: string; reason: string; actor: string };

export async function cancelPaidOrder(shop: Shop, request: CancelPaid): Promise<CancelPaidResult> {
  const { orderId, actor } = request;
  const reason = request.reason.trim();
  if (reason.length < 1 || reason.length > REFUND_REASON_LENGTH_MAX)
    return { ok: false, reason: "bad_reason" };
  const asked = { orderId, actor, action: "order.canceled" } as const;
  return changeOrder<CancelPaidResult>(shop, asked, async (tx, order, now) => {
    const refusal = changeKinds.cancellation.refuse(order);
    if (refusal === "canceled") return { result: { ok: false, reason: refusal } };
    if (refusal) return { result: { ok: false, reason: refusal } };
    const refundId = order.received > order.spoken ? shop.newId() : null;
    if (refundId !== null) {
      // markCanceled restocks the units.
      const rest = {
        orderId,
        refundId,
        reason,
        actor,
        amount: "rest",
        restock: false,
        cancels: true,
      } as const;
      const decided = await decideRefund(shop, tx, order, rest);
      if (!decided.ok) throw new Error(`all that is left of ${orderId} can't be refunded: ${decided.reason}`);
    }
    await markCanceled(tx, { orderId, refundId, actor, reason, now });
    const entry = { before: { fulfillment: order.fulfillment }, after: { fulfillment: "canceled", reason } };
    if (refundId === null) return { result: { ok: true, refund: null }, entry };
    return { entry, send: () => sendRest(shop, refundId) };
  });
}

async function sendRest(shop: Shop, refundId: string): Promise<CancelPaidResult> {
  const refund = await sendStored(shop, refundId, { isInformed: false });
  return refund.ok ? { ok: true, refund } : { ok: false, reason: "not_refunded", refusal: refund };
}
