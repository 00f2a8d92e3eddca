import { type OrderStatus, paidStatuses } from "#domain/order/order.ts";
import type { Shop } from "../../core/shop.ts";
import { queueResend } from "../../mail/queue-mail.ts";
import { changeOrder, type OrderNotFound } from "../changes/change-order.ts";
import { findUnits } from "../detail-queries.ts";

export type ShipmentEmailResend =
  | { ok: true; email: string }
  | OrderNotFound
  /** not_shipped: the order has no such shipment. */
  | { ok: false; reason: "not_shipped" }
  | { ok: false; reason: "not_paid"; status: OrderStatus };

/**
 * Sends the email about a shipment again, to the order's email. Each request is one more email, unless the one requested
 * before is still queued. `shipmentId` may be any text.
 */
export async function resendShipmentEmail(
  shop: Shop,
  { orderId, shipmentId, actor }: { orderId: string; shipmentId: string; actor: string },
): Promise<ShipmentEmailResend> {
  const action = "order.shipment_email_resent";
  return changeOrder<ShipmentEmailResend>(shop, { orderId, actor, action }, async (tx, order, now) => {
    const { id, status, customerEmail: email } = order;
    // Its customer was forgotten.
    if (email === "") return { result: { ok: false, reason: "not_found" } };
    if (!paidStatuses.includes(status)) return { result: { ok: false, reason: "not_paid", status } };
    const shipment = (await findUnits(tx, id)).shipments.find((each) => each.id === shipmentId);
    if (!shipment) return { result: { ok: false, reason: "not_shipped" } };
    const isNew = await queueResend(tx, "order_shipped", id, {
      about: shipmentId,
      payload: { shipmentId },
      now,
    });
    return { result: { ok: true, email }, ...(isNew && { entry: { after: { shipment: shipment.number } } }) };
  });
}
