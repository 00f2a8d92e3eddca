// Moves an order's parcel: shipped, delivered, returned. Goods leave only for paid orders, whatever the page showed when
// the button was pressed: state and payment are read under the order's lock. Each state is reached once; a second press,
// or a second person, changes nothing and is refused. The mail to the customer is queued in the transaction of the
// shipment.
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
import { insertParcelEvent } from "../detail-queries.ts";

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
    const { to, ...shipment } = step;
    const event = { carrier: "", trackingNumber: "", ...shipment, orderId: id, to, actor, now };
    await insertParcelEvent(tx, { ...event, isCorrection: false });
    if (to === "shipped") await queueOrderMail(tx, "order_shipped", id, { now });
    const entry = { before: { fulfillment }, after: { fulfillment: to, ...shipment } };
    return { result: { ok: true, number }, entry };
  });
}
