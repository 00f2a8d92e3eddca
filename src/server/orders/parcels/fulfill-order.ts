// Moves an order's parcel: shipped, delivered, returned. Goods leave only for money that is the shop's, so an
// order that is not paid is refused, whatever the page showed when the button was pressed: state and payment
// are read under the order's lock. Each state is reached once; a second press, or a second person, changes
// nothing and is told so. The letter to the customer is queued in the same transaction as the shipment.
import {
  type FulfillmentRefusal,
  type ParcelStep,
  refuseFulfillment,
  type Shipment,
} from "#domain/order/fulfillment.ts";
import type { FulfillmentStatus, OrderStatus } from "#domain/order/order.ts";
import { queueOrderMail } from "../../mail/queue-mail.ts";
import type { Shop } from "../../shop.ts";
import { changeOrder, type OrderNotFound } from "../change-order.ts";
import { moveParcel } from "../detail-queries.ts";

export type FulfillResult =
  | { ok: true; number: number }
  | OrderNotFound
  | { ok: false; reason: FulfillmentRefusal; status: OrderStatus; fulfillment: FulfillmentStatus };

type Step = ({ to: "shipped" } & Shipment) | { to: Exclude<ParcelStep, "shipped"> };

export function fulfillOrder(
  shop: Shop,
  { orderId, actor, step }: { orderId: string; actor: string; step: Step },
): Promise<FulfillResult> {
  const action = `order.${step.to}` as const;
  return changeOrder<FulfillResult>(shop, { orderId, actor, action }, async (tx, order, now) => {
    const { id, number, status, fulfillment } = order;
    const reason = refuseFulfillment(order, step.to);
    if (reason) return { result: { ok: false, reason, status, fulfillment } };
    const isShipped = step.to === "shipped";
    const shipment = isShipped ? { carrier: step.carrier, trackingNumber: step.trackingNumber } : {};
    await moveParcel(tx, {
      carrier: "",
      trackingNumber: "",
      ...shipment,
      orderId: id,
      to: step.to,
      actor,
      now,
    });
    if (isShipped) await queueOrderMail(tx, "order_shipped", id, { now });
    const entry = { before: { fulfillment }, after: { fulfillment: step.to, ...shipment } };
    return { result: { ok: true, number }, entry };
  });
}
