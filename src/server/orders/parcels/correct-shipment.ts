// Corrects a carrier or tracking number after an order was shipped. The earlier entry stays in the history; the order's
// page and mails sent from now on show the new one.
import type { Shipment } from "#domain/order/fulfillment.ts";
import { queueOrderMail } from "../../mail/queue-mail.ts";
import type { Shop } from "../../shop.ts";
import { changeOrder } from "../change-order.ts";
import { findShipment, insertParcelEvent } from "../detail-queries.ts";

export type CorrectResult =
  | { ok: true; isMailed: boolean }
  /** unchanged: the shipment already says so. */
  | { ok: false; reason: "not_found" | "not_shipped" | "unchanged" };

/** `mail`: whether to send the customer the shipment mail again. */
export function correctShipment(
  shop: Shop,
  { orderId, actor, shipment, mail }: { orderId: string; actor: string; shipment: Shipment; mail: boolean },
): Promise<CorrectResult> {
  const action = "order.shipment_corrected";
  return changeOrder<CorrectResult>(shop, { orderId, actor, action }, async (tx, { id }, now) => {
    const known = await findShipment(tx, id);
    if (!known) return { result: { ok: false, reason: "not_shipped" } };
    const { entries, ...before } = known;
    const { carrier, trackingNumber } = shipment;
    if (before.carrier === carrier && before.trackingNumber === trackingNumber)
      return { result: { ok: false, reason: "unchanged" } };
    const after = { carrier, trackingNumber };
    await insertParcelEvent(tx, { orderId: id, to: "shipped", ...after, isCorrection: true, actor, now });
    if (mail) await queueOrderMail(tx, "order_shipped", id, { key: `correction:${entries}`, now });
    return { result: { ok: true, isMailed: mail }, entry: { before, after } };
  });
}
