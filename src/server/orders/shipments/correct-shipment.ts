// Corrects a carrier or tracking number after a shipment was sent. The earlier entry stays in the history; the order's
// page and later emails show the new one.
import type { Tracking } from "#domain/order/shipments.ts";
import type { Shop } from "../../core/shop.ts";
import { queueOrderMail } from "../../mail/queue-mail.ts";
import { changeOrder } from "../changes/change-order.ts";
import { findUnits, insertCorrection } from "../detail-queries.ts";

export type CorrectResult =
  | { ok: true; isMailed: boolean }
  /** unchanged: the shipment already says so. */
  | { ok: false; reason: "not_found" | "not_shipped" | "unchanged" };

type Correction = {
  orderId: string;
  actor: string;
  tracking: Tracking;
  /** Whether to send the customer the shipping email again. */
  mail: boolean;
  /** Left out: the latest shipment of the order. */
  shipmentId?: string | undefined;
};

export function correctShipment(shop: Shop, correction: Correction): Promise<CorrectResult> {
  const { orderId, actor, tracking, mail } = correction;
  const action = "order.shipment_corrected";
  return changeOrder<CorrectResult>(shop, { orderId, actor, action }, async (tx, { id }, now) => {
    const { shipments, shipmentCorrections } = await findUnits(tx, id);
    const { shipmentId } = correction;
    const shipment =
      shipmentId === undefined ? shipments.at(-1) : shipments.find((each) => each.id === shipmentId);
    if (!shipment) return { result: { ok: false, reason: "not_shipped" } };
    const before = { carrier: shipment.carrier, trackingNumber: shipment.trackingNumber };
    const after = { carrier: tracking.carrier, trackingNumber: tracking.trackingNumber };
    if (before.carrier === after.carrier && before.trackingNumber === after.trackingNumber)
      return { result: { ok: false, reason: "unchanged" } };
    await insertCorrection(tx, { orderId: id, shipmentId: shipment.id, ...after, actor, now });
    const key = `correction:${shipmentCorrections + 1}`;
    if (mail)
      await queueOrderMail(tx, "order_shipped", id, { key, payload: { shipmentId: shipment.id }, now });
    return { result: { ok: true, isMailed: mail }, entry: { before, after } };
  });
}
