import { type OrderStatus, paidStatuses } from "#domain/order/order.ts";
import type { Shop } from "../../core/shop.ts";
import { queueResend } from "../../mail/queue-mail.ts";
import { changeOrder, type OrderNotFound } from "../changes/change-order.ts";

export type Resend =
  | { ok: true; orderId: string; email: string }
  | OrderNotFound
  | { ok: false; reason: "not_paid"; status: OrderStatus };

/**
 * Sends the confirmation again, to the order's email. Each request is one more email, unless the one requested before
 * is still queued.
 */
export async function resendConfirmation(
  shop: Shop,
  { orderId, actor }: { orderId: string; actor: string },
): Promise<Resend> {
  const action = "order.confirmation_resent";
  const resent = await changeOrder<Resend>(shop, { orderId, actor, action }, async (tx, order, now) => {
    const { id, status, customerEmail: email } = order;
    // Its customer was forgotten.
    if (email === "") return { result: { ok: false, reason: "not_found" } };
    if (!paidStatuses.includes(status)) return { result: { ok: false, reason: "not_paid", status } };
    const isNew = await queueResend(tx, "order_confirmation", id, { now });
    return { result: { ok: true, orderId: id, email }, ...(isNew && { entry: {} }) };
  });
  if (resent.ok) shop.log.info("order.confirmation_resent", { order: resent.orderId });
  return resent;
}
