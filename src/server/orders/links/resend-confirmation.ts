import { type OrderStatus, paidStatuses } from "#domain/order/order.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { countResends, queueOrderMail } from "../../mail/queue-mail.ts";
import type { Shop } from "../../shop.ts";
import { changeOrder, type OrderNotFound } from "../change-order.ts";

export type Resend =
  | { ok: true; orderId: string; email: string }
  | OrderNotFound
  | { ok: false; reason: "not_paid"; status: OrderStatus };

/**
 * Sends the confirmation again, to the order's email. Each request is one more mail; two requests at the same moment
 * are one.
 */
export async function resendConfirmation(
  shop: Shop,
  { orderId, actor }: { orderId: string; actor: string },
): Promise<Resend> {
  if (!isUuid(orderId)) return { ok: false, reason: "not_found" };
  // Before the lock, so that two requests at the same moment get the same number.
  const count = (await countResends(shop.db, "order_confirmation", orderId)) + 1;
  const action = "order.confirmation_resent";
  const resent = await changeOrder<Resend>(shop, { orderId, actor, action }, async (tx, order, now) => {
    const { id, status, customerEmail: email } = order;
    // Its customer was forgotten.
    if (email === "") return { result: { ok: false, reason: "not_found" } };
    if (!paidStatuses.includes(status)) return { result: { ok: false, reason: "not_paid", status } };
    await queueOrderMail(tx, "order_confirmation", id, { key: `resend:${count}`, now });
    return { result: { ok: true, orderId: id, email }, entry: {} };
  });
  if (resent.ok) shop.log.info("order.confirmation_resent", { order: resent.orderId, count });
  return resent;
}
