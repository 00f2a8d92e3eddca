// What happened to a payment after it: refunds and disputes. An event, the owner's Sync and the reconciler
// all come here and none of them is believed: the payment is settled first, so that there is an order, then
// the provider is asked for everything that it knows of the payment's money now, and one transaction
// brings the order to it. So it does not matter who began a refund, nor in which order the events come.
import type { OrderStatus } from "#domain/order/order.ts";
import { retrying } from "../db/transaction.ts";
import { listAll } from "../payments/all-pages.ts";
import { type SettleSource, settlePayment } from "../payments/settle-payment.ts";
import { nextPaymentRead } from "../payments/settlement-queries.ts";
import { nowOf, type Shop } from "../shop.ts";
import { applyFacts, type FactsApplied, listUnknownFacts } from "./refund-queries.ts";

export type PaymentFacts =
  | { ok: true; orderId: string | null; status: OrderStatus | null; updated: boolean }
  | { ok: false; reason: "not_found" | "not_ours" | "unavailable" };

/** Settles a payment and brings its order to all that the provider knows of its refunds and disputes. */
export async function applyPaymentFacts(
  shop: Shop,
  { intentId, source }: { intentId: string; source: SettleSource },
): Promise<PaymentFacts> {
  const settled = await settlePayment(shop, { intentId, source });
  if (!settled.ok) return settled;
  const { orderId, status } = settled;
  await shop.reached?.("facts:settled");
  if (orderId === null) return { ok: true, orderId, status, updated: settled.updated };
  const read = await nextPaymentRead(shop);
  const refunds = await listAll((after) => shop.payments.listRefunds({ intentId, after }));
  const disputes = await listAll((after) => shop.payments.listDisputes({ intentId, after }));
  if (!refunds.ok || !disputes.ok) return { ok: false, reason: "unavailable" };
  await shop.reached?.("facts:listed");
  const facts = { orderId, refunds: refunds.value, disputes: disputes.value, read, source, now: nowOf(shop) };
  const applied = await retrying(() => applyFacts(shop.db, facts));
  await shop.reached?.("facts:applied");
  await announce(shop, orderId, applied, source);
  return { ok: true, orderId, status: applied.status, updated: settled.updated || applied.updated };
}

/** Tells who must know that an order's money or goods moved. */
export async function announce(
  shop: Shop,
  orderId: string,
  applied: FactsApplied,
  source: string,
): Promise<void> {
  if (applied.updated) {
    shop.log.info("order.moved", {
      order: orderId,
      from: applied.previousStatus,
      to: applied.status,
      source,
    });
  }
  if (applied.restocked > 0) await shop.catalogChanged();
}

/** Looks for refunds and disputes made since a moment whose news got lost. Cheap: two lists. */
export async function reconcileRefunds(
  shop: Shop,
  { since }: { since: number },
): Promise<{ looked: number; updated: number; complete: boolean }> {
  const refunds = await listAll((after) => shop.payments.listRefunds({ createdSince: since, after }));
  const disputes = await listAll((after) => shop.payments.listDisputes({ createdSince: since, after }));
  if (!refunds.ok || !disputes.ok) return { looked: 0, updated: 0, complete: false };
  let updated = 0;
  let complete = true;
  const facts = { refunds: refunds.value, disputes: disputes.value };
  for (const intentId of await listUnknownFacts(shop.db, facts)) {
    await shop.reached?.("facts:unknown");
    const applied = await applyPaymentFacts(shop, { intentId, source: "reconciler" });
    if (!applied.ok) complete = false;
    else if (applied.updated) updated += 1;
  }
  return { looked: refunds.value.length + disputes.value.length, updated, complete };
}
