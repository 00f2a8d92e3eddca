import { type OrderStatus, paidStatuses } from "#domain/order/order.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../../core/shop.ts";
import { queueResend } from "../../mail/queue-mail.ts";
import { changeOrder, type OrderNotFound } from "../changes/change-order.ts";
import { findUnits } from "../detail-queries.ts";

export type ParcelMailResend =
  | { ok: true; email: string }
  | OrderNotFound
  /** not_shipped: the order has no such parcel. */
  | { ok: false; reason: "not_shipped" }
  | { ok: false; reason: "not_paid"; status: OrderStatus };

/**
 * Sends the mail about a parcel again, to the order's email. Each request is one more mail, unless the one asked for
 * before still waits to be sent. `parcelId` may be any text.
 */
export async function resendParcelMail(
  shop: Shop,
  { orderId, parcelId, actor }: { orderId: string; parcelId: string; actor: string },
): Promise<ParcelMailResend> {
  if (!isUuid(orderId)) return { ok: false, reason: "not_found" };
  const action = "order.parcel_mail_resent";
  return changeOrder<ParcelMailResend>(shop, { orderId, actor, action }, async (tx, order, now) => {
    const { id, status, customerEmail: email } = order;
    // Its customer was forgotten.
    if (email === "") return { result: { ok: false, reason: "not_found" } };
    if (!paidStatuses.includes(status)) return { result: { ok: false, reason: "not_paid", status } };
    const parcel = (await findUnits(tx, id)).parcels.find((each) => each.id === parcelId);
    if (!parcel) return { result: { ok: false, reason: "not_shipped" } };
    const isNew = await queueResend(tx, "order_shipped", id, { about: parcelId, payload: { parcelId }, now });
    return { result: { ok: true, email }, ...(isNew && { entry: { after: { parcel: parcel.number } } }) };
  });
}
