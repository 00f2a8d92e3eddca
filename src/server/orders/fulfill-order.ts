// Moves an order's parcel: shipped, delivered, returned. Goods leave only for money that is the shop's, so an
// order that is not paid is refused, whatever the page showed when the button was pressed: state and payment
// are read under the order's lock. Each state is reached once; a second press, or a second person, changes
// nothing and is told so. The letter to the customer is queued in the same transaction as the shipment.
import {
  type FulfillmentRefusal,
  type ParcelStep,
  refuseFulfillment,
  type Shipment,
} from "#domain/fulfillment.ts";
import type { FulfillmentStatus, OrderStatus } from "#domain/order.ts";
import { isUuid } from "#domain/uuid.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowOf, type Shop } from "../shop.ts";
import { lockOrder, moveParcel } from "./detail-queries.ts";

export type FulfillResult =
  | { ok: true; number: number }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: FulfillmentRefusal; status: OrderStatus; fulfillment: FulfillmentStatus };

type Step = ({ to: "shipped" } & Shipment) | { to: Exclude<ParcelStep, "shipped"> };

export async function fulfillOrder(
  shop: Shop,
  { orderId, actor, step }: { orderId: string; actor: string; step: Step },
): Promise<FulfillResult> {
  if (!isUuid(orderId)) return { ok: false, reason: "not_found" };
  const result = await inTransaction(shop, async (tx): Promise<FulfillResult> => {
    const order = await lockOrder(tx, orderId);
    if (!order) return { ok: false, reason: "not_found" };
    const { status, fulfillment } = order;
    const reason = refuseFulfillment(order, step.to);
    if (reason) return { ok: false, reason, status, fulfillment };
    const now = nowOf(shop);
    const shipment = step.to === "shipped" ? step : { carrier: "", trackingNumber: "" };
    await moveParcel(tx, { ...shipment, orderId, to: step.to, actor, now });
    if (step.to === "shipped") {
      const uniqueKey = `order_shipped:${orderId}`;
      await queueMail(tx, { kind: "order_shipped", uniqueKey, orderId, to: null, payload: {}, now });
    }
    const before = { fulfillment };
    const after = { fulfillment: step.to, ...(step.to === "shipped" ? shipmentOf(step) : {}) };
    await insertAudit(tx, { actor, action: `order.${step.to}`, object: orderId, before, after }, now);
    return { ok: true, number: order.number };
  });
  if (result.ok) shop.wakeWorker();
  return result;
}

function shipmentOf({ carrier, trackingNumber }: Shipment): Shipment {
  return { carrier, trackingNumber };
}
