// What happened to a payment afterward: refunds and disputes. Webhooks, the owner's Sync and the reconciler all call
// this, and none of them is believed. The payment is settled first, so that there is an order; then the provider is
// asked for all refunds and disputes of the payment, and one transaction brings the order to them. So it does not
// matter who began a refund or in which order the events arrive.
import type { OrderStatus } from "#domain/order/order.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { listAll } from "../all-pages.ts";
import { type SettleSource, settlePayment } from "../settle-payment.ts";
import { nextPaymentRead } from "../settlement-queries.ts";
import { applyFacts, type FactsApplied } from "./refund-queries.ts";

export type PaymentFacts =
  | { ok: true; orderId: string | null; status: OrderStatus | null; updated: boolean }
  | { ok: false; reason: "not_found" | "not_ours" | "unavailable" };

/** Settles a payment and brings its order to the refunds and disputes that the provider reports. */
export async function applyPaymentFacts(
  shop: Shop,
  { intentId, source }: { intentId: string; source: SettleSource },
): Promise<PaymentFacts> {
  const settled = await settlePayment(shop, { intentId, source });
  if (!settled.ok) return settled;
  const { orderId, status } = settled;
  if (orderId === null) return { ok: true, orderId, status, updated: settled.updated };
  const read = await nextPaymentRead(shop);
  const refunds = await listAll((after) => shop.payments.listRefunds({ intentId, after }));
  const disputes = await listAll((after) => shop.payments.listDisputes({ intentId, after }));
  if (!refunds.ok || !disputes.ok) return { ok: false, reason: "unavailable" };
  const facts = { orderId, refunds: refunds.value, disputes: disputes.value, read, source, now: nowOf(shop) };
  const applied = await applyFacts(shop.db, facts);
  logMove(shop, orderId, applied, source);
  return { ok: true, orderId, status: applied.status, updated: settled.updated || applied.updated };
}

/** Logs a change. */
export function logMove(
  shop: Shop,
  orderId: string,
  { updated, previousStatus, status }: FactsApplied,
  source: string,
): void {
  if (updated) shop.log.info("order.moved", { order: orderId, from: previousStatus, to: status, source });
}
