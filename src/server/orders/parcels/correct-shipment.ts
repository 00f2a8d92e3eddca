// Corrects a carrier or tracking number after a parcel was sent. The earlier entry stays in the history; the order's
// page and mails sent from now on show the new one.
import type { Shipment } from "#domain/order/parcels.ts";
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
  shipment: Shipment;
  /** Whether to send the customer the parcel's mail again. */
  mail: boolean;
  /** Left out: the latest parcel of the order. */
  parcelId?: string | undefined;
};

export function correctShipment(shop: Shop, correction: Correction): Promise<CorrectResult> {
  const { orderId, actor, shipment, mail } = correction;
  const action = "order.shipment_corrected";
  return changeOrder<CorrectResult>(shop, { orderId, actor, action }, async (tx, { id }, now) => {
    const { parcels, shipmentCorrections } = await findUnits(tx, id);
    const { parcelId } = correction;
    const parcel = parcelId === undefined ? parcels.at(-1) : parcels.find((each) => each.id === parcelId);
    if (!parcel) return { result: { ok: false, reason: "not_shipped" } };
    const before = { carrier: parcel.carrier, trackingNumber: parcel.trackingNumber };
    const after = { carrier: shipment.carrier, trackingNumber: shipment.trackingNumber };
    if (before.carrier === after.carrier && before.trackingNumber === after.trackingNumber)
      return { result: { ok: false, reason: "unchanged" } };
    await insertCorrection(tx, { orderId: id, parcelId: parcel.id, ...after, actor, now });
    const key = `correction:${shipmentCorrections + 1}`;
    if (mail) await queueOrderMail(tx, "order_shipped", id, { key, payload: { parcelId: parcel.id }, now });
    return { result: { ok: true, isMailed: mail }, entry: { before, after } };
  });
}
