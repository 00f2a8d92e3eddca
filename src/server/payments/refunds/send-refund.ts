// Makes the refund of a stored call. refund-order.ts calls this right away; if that process dies, the worker calls it with
// the same key, so that the refund is made once.

import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { listAll } from "../all-pages.ts";
import { loadOperation } from "../operation-queries.ts";
import type { CreateRefundParams, ProviderRefund, ProviderResult } from "../payment-provider.ts";
import { sendOperation } from "../send-operation.ts";
import { nextPaymentRead } from "../settlement-queries.ts";
import { applyPaymentFacts, logMove } from "./refund-facts.ts";
import { applyFacts, failRefund, flagOrder, leaveToOwner } from "./refund-queries.ts";

export type RefundSent =
  | { ok: true; refund: ProviderRefund }
  /** The provider will not make it; the refund has failed with this message. */
  | { ok: false; reason: "refused"; message: string }
  /** It is unknown whether it was made; the order is flagged for the owner. */
  | { ok: false; reason: "unclear" }
  /** Ask again later, with the same key. */
  | { ok: false; reason: "later"; message: string };

/** `isInformed`: the person who asked sees a refusal right away, so the order needs no flag for it. */
export async function sendRefund(
  shop: Shop,
  { key, isInformed }: { key: string; isInformed: boolean },
): Promise<RefundSent> {
  const operation = await loadOperation(shop.db, key);
  const params = operation.params as CreateRefundParams;
  const { orderId, refundId, intentId } = params;
  const read = await nextPaymentRead(shop);
  const sent = await sendOperation(shop, operation, {
    mayRenew: true,
    send: (withKey) => shop.payments.createRefund(withKey, params),
    find: () => findRefundOfRow(shop, intentId, refundId),
  });
  const now = nowOf(shop);
  if (sent.ok) {
    // merge_refunds also marks the call as done.
    const facts = { orderId, refunds: [sent.value], disputes: [], read, source: "admin", now };
    logMove(shop, orderId, await applyFacts(shop.db, facts), "admin");
    return { ok: true, refund: sent.value };
  }
  shop.log.warn("refund.not_made", { order: orderId, refund: refundId, reason: sent.reason });
  if (sent.reason === "unavailable") return { ok: false, reason: "later", message: sent.message };
  if (sent.reason === "refused") {
    await inTransaction(shop, async (tx) => {
      if (!isInformed) await flagOrder(tx, orderId, "refund_failed", now);
      await failRefund(tx, { refundId, key, error: sent.message, now });
    });
    // It may refuse because of another refund: learn of that now and not tomorrow.
    await applyPaymentFacts(shop, { intentId, source: "admin" });
    return { ok: false, reason: "refused", message: sent.message };
  }
  await inTransaction(shop, (tx) => leaveToOwner(tx, { key, orderId, error: sent.message, now }));
  return { ok: false, reason: "unclear" };
}

async function findRefundOfRow(
  shop: Shop,
  intentId: string,
  refundId: string,
): Promise<ProviderResult<ProviderRefund | null>> {
  const listed = await listAll((after) => shop.payments.listRefunds({ intentId, after }));
  if (!listed.ok) return listed;
  return { ok: true, value: listed.value.find((refund) => refund.refundId === refundId) ?? null };
}
