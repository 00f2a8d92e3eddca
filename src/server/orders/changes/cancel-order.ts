// Cancels an order that is not paid. Its payment is canceled at the provider first; only after the provider has confirmed
// that does the order move and is its stock released. If the payment turns out to have succeeded, the order is paid and
// stays, and the owner can refund it. The audit entry says who asked and is committed before the provider is called, so
// it exists wherever the process dies; the outcome is in the order's history.
import { unpaidStatuses } from "#domain/order/order-detail.ts";
import { closeCheckout } from "../../checkout/close-checkout.ts";
import { type Checkout, findCheckoutByOrder } from "../../checkout/queries.ts";
import type { Shop } from "../../core/shop.ts";
import { findOrderPayment } from "../../payments/settlement-queries.ts";
import { hasAudit } from "../../settings/audit/queries.ts";
import { cancelUnpaidOrder } from "../detail-queries.ts";
import { changeOrder, type OrderNotFound } from "./change-order.ts";

export type CancelResult =
  | { ok: true; status: "canceled" }
  | OrderNotFound
  /** underway: the bank is still deciding and the provider can't stop it. paid: refund it instead. */
  | { ok: false; reason: "paid" | "underway" | "unavailable" };

type CancelOrder = { orderId: string; actor: string };

const canceled = { ok: true, status: "canceled" } as const;

export async function cancelOrder(shop: Shop, { orderId, actor }: CancelOrder): Promise<CancelResult> {
  const decided = await decide(shop, { orderId, actor });
  if (!("checkout" in decided)) return decided;
  const closed = await closeCheckout(shop, { checkout: decided.checkout, source: "admin" });
  const after = await findOrderPayment(shop.db, decided.checkout.orderId);
  if (after?.status === "canceled") return canceled;
  if (after && !unpaidStatuses.includes(after.status)) return { ok: false, reason: "paid" };
  const isOrdered = !closed.ok && closed.reason === "ordered";
  return { ok: false, reason: isOrdered ? "underway" : "unavailable" };
}

/** The checkout to close, or already the result when there is none (an order that was entered by SQL). */
function decide(shop: Shop, { orderId, actor }: CancelOrder): Promise<CancelResult | { checkout: Checkout }> {
  const action = "order.canceled";
  return changeOrder<CancelResult | { checkout: Checkout }>(
    shop,
    { orderId, actor, action },
    async (tx, { id, status, paymentIntentId }, now) => {
      if (status === "canceled") return { result: canceled };
      if (!unpaidStatuses.includes(status)) return { result: { ok: false, reason: "paid" } };
      const entry = { after: { from: status } };
      const checkout = await findCheckoutByOrder(tx, id);
      // Asked before and not done yet (the process died, the bank was deciding): the entry exists.
      if (checkout && (await hasAudit(tx, { actor, action, object: id }))) return { result: { checkout } };
      if (checkout) return { result: { checkout }, entry };
      // A payment that belongs to no checkout of ours can't be said to be canceled.
      if (paymentIntentId !== null) return { result: { ok: false, reason: "underway" } };
      await cancelUnpaidOrder(tx, id, now);
      return { result: canceled, entry };
    },
  );
}
