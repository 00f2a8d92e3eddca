// Ships an order, and records that it was delivered or returned. Goods leave only for paid orders, no matter what the page
// showed when the button was pressed: state, payment, and the units that remain are read under the order's lock. A second
// press, or a second person, changes nothing and is refused. Each shipment's email is queued in its transaction. The order is
// shipped when nothing is left to ship (db/functions/orders/count-units.sql).

import type { Cents } from "#domain/money/money.ts";
import { type FulfillmentRefusal, refuseFulfillment, type ShipmentStep } from "#domain/order/fulfillment.ts";
import type { FulfillmentStatus, OrderStatus } from "#domain/order/order.ts";
import {
  allToSend,
  refuseShipment,
  type ShipmentRefusal,
  type ShippingWay,
  type Tracking,
} from "#domain/order/shipments.ts";
import { countUnits, type Quantities } from "#domain/order/units.ts";
import type { Shop } from "../../core/shop.ts";
import { queueOrderMail } from "../../mail/queue-mail.ts";
import { changeOrder, type OrderNotFound } from "../changes/change-order.ts";
import { findUnits, insertShipment, insertStep } from "../detail-queries.ts";
import { withdraw } from "../extra-payments/extra-payment-queries.ts";

export type FulfillResult =
  /** `left`: units that are still to be sent. */
  | { ok: true; number: number; left: number }
  | OrderNotFound
  /** A change waits for the customer's payment, and what it is to replace would ship. */
  | { ok: false; reason: "waiting"; waitingFor: Cents }
  | {
      ok: false;
      /** corrected: it was corrected since the page was loaded, so a label may have the old address. */
      reason: FulfillmentRefusal | ShipmentRefusal | "corrected";
      status: OrderStatus;
      fulfillment: FulfillmentStatus;
    };

/**
 * `way`: with a carrier when nothing else is said. `units`: all that are to be sent when nothing else is said. `seen`: how
 * many corrections of the order were known. `withdraws`: what a change is to replace ships anyway, and its customer
 * is no longer asked to pay for it.
 */
type Shipping = Tracking & {
  to: "shipped";
  way?: ShippingWay;
  units?: Quantities | undefined;
  seen?: number | undefined;
  withdraws?: boolean | undefined;
};

type Step = Shipping | { to: Exclude<ShipmentStep, "shipped"> };

export function fulfillOrder(
  shop: Shop,
  { orderId, actor, step }: { orderId: string; actor: string; step: Step },
): Promise<FulfillResult> {
  const action = `order.${step.to}` as const;
  return changeOrder<FulfillResult>(shop, { orderId, actor, action }, async (tx, order, now) => {
    const { id, number, status, fulfillment } = order;
    const refuse = (reason: FulfillmentRefusal | ShipmentRefusal | "corrected") =>
      ({ result: { ok: false, reason, status, fulfillment } }) as const;
    const reason = refuseFulfillment(order, step.to);
    if (reason) return refuse(reason);
    const before = { fulfillment };
    if (step.to !== "shipped") {
      await insertStep(tx, { orderId: id, to: step.to, actor, now });
      return { result: { ok: true, number, left: 0 }, entry: { before, after: { fulfillment: step.to } } };
    }
    const { to, way = "carrier", carrier, trackingNumber } = step;
    const { items, corrections, waiting } = await findUnits(tx, id);
    if (step.seen !== undefined && step.seen !== corrections) return refuse("corrected");
    const all = allToSend(items);
    const units = step.units ?? all;
    const refusal = refuseShipment(items, units);
    if (refusal) return refuse(refusal);
    if (waiting && (units[waiting.itemId] ?? 0) > 0) {
      if (!step.withdraws)
        return { result: { ok: false, reason: "waiting", waitingFor: waiting.amount } } as const;
      await withdraw(tx, { orderId: id, id: waiting.id });
    }
    const shipmentId = shop.newId();
    const sending = { way, carrier, trackingNumber };
    const nth = await insertShipment(tx, { id: shipmentId, orderId: id, ...sending, units, actor, now });
    const key = nth === 1 ? undefined : `shipment:${nth}`;
    await queueOrderMail(tx, "order_shipped", id, { key, payload: { shipmentId }, now });
    const left = countUnits(all) - countUnits(units);
    const told = { carrier, trackingNumber, ...(way === "carrier" ? {} : { way }) };
    const after =
      left === 0 ? { fulfillment: to, ...told } : { shipment: nth, units: countUnits(units), ...told };
    return { result: { ok: true, number, left }, entry: { before: left === 0 ? before : {}, after } };
  });
}
