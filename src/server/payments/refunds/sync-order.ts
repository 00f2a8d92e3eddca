import type { OrderStatus } from "#domain/order/order.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../../core/shop.ts";
import { findOrderPayment } from "../settlement-queries.ts";
import { applyPaymentFacts } from "./refund-facts.ts";

export type SyncResult =
  | { ok: true; updated: boolean; previousStatus: OrderStatus; status: OrderStatus }
  | { ok: false; reason: "no_payment_intent" | "not_found" | "unavailable" };

/** The owner's 'Sync with Stripe': asks the provider and brings the order to what it says. Any text is fine as an id. */
export async function syncOrder(shop: Shop, { orderId }: { orderId: string }): Promise<SyncResult> {
  const order = isUuid(orderId) ? await findOrderPayment(shop.db, orderId) : null;
  if (!order) return { ok: false, reason: "not_found" };
  if (!order.paymentIntentId) return { ok: false, reason: "no_payment_intent" };
  const facts = await applyPaymentFacts(shop, { intentId: order.paymentIntentId, source: "admin" });
  if (!facts.ok) return { ok: false, reason: facts.reason === "unavailable" ? "unavailable" : "not_found" };
  let status = facts.status ?? order.status;
  for (const intentId of order.extraPayments) {
    const more = await applyPaymentFacts(shop, { intentId, source: "admin" });
    if (!more.ok && more.reason === "unavailable") return { ok: false, reason: "unavailable" };
    if (more.ok) status = more.status ?? status;
  }
  return { ok: true, updated: status !== order.status, previousStatus: order.status, status };
}
