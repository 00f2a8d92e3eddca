// Puts a wrong carrier or tracking number right after an order was shipped. What was written before stays in
// the history; whoever follows the parcel, and a mail that is sent from now on, sees the new one.
import type { Shipment } from "#domain/fulfillment.ts";
import { isUuid } from "#domain/uuid.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowOf, type Shop } from "../shop.ts";
import { findShipment, insertCorrection, lockOrder } from "./detail-queries.ts";

export type CorrectResult =
  | { ok: true; isMailed: boolean }
  /** unchanged: it is what is written down already. */
  | { ok: false; reason: "not_found" | "not_shipped" | "unchanged" };

/** `mail`: whether the customer is told by the mail about the parcel, once more. */
export async function correctShipment(
  shop: Shop,
  { orderId, actor, shipment, mail }: { orderId: string; actor: string; shipment: Shipment; mail: boolean },
): Promise<CorrectResult> {
  if (!isUuid(orderId)) return { ok: false, reason: "not_found" };
  const result = await inTransaction(shop, async (tx): Promise<CorrectResult> => {
    if (!(await lockOrder(tx, orderId))) return { ok: false, reason: "not_found" };
    const known = await findShipment(tx, orderId);
    if (!known) return { ok: false, reason: "not_shipped" };
    const { entries, ...before } = known;
    const { carrier, trackingNumber } = shipment;
    if (before.carrier === carrier && before.trackingNumber === trackingNumber)
      return { ok: false, reason: "unchanged" };
    const now = nowOf(shop);
    await insertCorrection(tx, { orderId, carrier, trackingNumber, actor, now });
    if (mail) {
      const uniqueKey = `order_shipped:${orderId}:correction:${entries}`;
      await queueMail(tx, { kind: "order_shipped", uniqueKey, orderId, to: null, payload: {}, now });
    }
    const after = { carrier, trackingNumber };
    await insertAudit(tx, { actor, action: "order.shipment_corrected", object: orderId, before, after }, now);
    return { ok: true, isMailed: mail };
  });
  if (result.ok && result.isMailed) shop.wakeWorker();
  return result;
}
