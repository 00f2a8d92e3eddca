// Sends parcels of an order, and says that it has arrived or came back. Goods leave only for paid orders, whatever the page
// showed when the button was pressed: state, payment, and the pieces that remain are read under the order's lock. A second
// press, or a second person, changes nothing and is refused. Each parcel's mail is queued in its transaction. The order is
// shipped when nothing is left to be sent (db/functions/orders/count-units.sql).

import type { Cents } from "#domain/money/money.ts";
import { type FulfillmentRefusal, type ParcelStep, refuseFulfillment } from "#domain/order/fulfillment.ts";
import type { FulfillmentStatus, OrderStatus } from "#domain/order/order.ts";
import {
  allToSend,
  type ParcelPieces,
  type ParcelRefusal,
  refuseParcel,
  type Shipment,
  type ShippingWay,
} from "#domain/order/parcels.ts";
import type { Shop } from "../../core/shop.ts";
import { queueOrderMail } from "../../mail/queue-mail.ts";
import { changeOrder, type OrderNotFound } from "../changes/change-order.ts";
import { findPieces, insertParcel, insertStep } from "../detail-queries.ts";
import { withdraw } from "../extra-payments/extra-payment-queries.ts";

export type FulfillResult =
  /** `left`: pieces that are still to be sent. */
  | { ok: true; number: number; left: number }
  | OrderNotFound
  /** A change waits for the customer's payment, and what it is to replace would ship. */
  | { ok: false; reason: "waiting"; waitingFor: Cents }
  | {
      ok: false;
      /** corrected: it was set right since it was looked at, so a label may have the old address. */
      reason: FulfillmentRefusal | ParcelRefusal | "corrected";
      status: OrderStatus;
      fulfillment: FulfillmentStatus;
    };

/**
 * `way`: with a carrier when nothing else is said. `pieces`: all that are to be sent when nothing else is said. `seen`: how
 * many corrections of the order were known. `withdraws`: what a change is to replace ships all the same, and its customer
 * is no longer asked to pay for it.
 */
type Shipping = Shipment & {
  to: "shipped";
  way?: ShippingWay;
  pieces?: ParcelPieces | undefined;
  seen?: number | undefined;
  withdraws?: boolean | undefined;
};

type Step = Shipping | { to: Exclude<ParcelStep, "shipped"> };

export function fulfillOrder(
  shop: Shop,
  { orderId, actor, step }: { orderId: string; actor: string; step: Step },
): Promise<FulfillResult> {
  const action = `order.${step.to}` as const;
  return changeOrder<FulfillResult>(shop, { orderId, actor, action }, async (tx, order, now) => {
    const { id, number, status, fulfillment } = order;
    const refuse = (reason: FulfillmentRefusal | ParcelRefusal | "corrected") =>
      ({ result: { ok: false, reason, status, fulfillment } }) as const;
    const reason = refuseFulfillment(order, step.to);
    if (reason) return refuse(reason);
    const before = { fulfillment };
    if (step.to !== "shipped") {
      await insertStep(tx, { orderId: id, to: step.to, actor, now });
      return { result: { ok: true, number, left: 0 }, entry: { before, after: { fulfillment: step.to } } };
    }
    const { to, way = "carrier", carrier, trackingNumber } = step;
    const { items, corrections, waiting } = await findPieces(tx, id);
    if (step.seen !== undefined && step.seen !== corrections) return refuse("corrected");
    const all = allToSend(items);
    const pieces = step.pieces ?? all;
    const refusal = refuseParcel(items, pieces);
    if (refusal) return refuse(refusal);
    if (waiting && (pieces[waiting.itemId] ?? 0) > 0) {
      if (!step.withdraws)
        return { result: { ok: false, reason: "waiting", waitingFor: waiting.amount } } as const;
      await withdraw(tx, { orderId: id, id: waiting.id });
    }
    const parcelId = shop.newId();
    const sending = { way, carrier, trackingNumber };
    const nth = await insertParcel(tx, { id: parcelId, orderId: id, ...sending, pieces, actor, now });
    const key = nth === 1 ? undefined : `parcel:${nth}`;
    await queueOrderMail(tx, "order_shipped", id, { key, payload: { parcelId }, now });
    const left = count(all) - count(pieces);
    const told = { carrier, trackingNumber, ...(way === "carrier" ? {} : { way }) };
    const after = left === 0 ? { fulfillment: to, ...told } : { parcel: nth, pieces: count(pieces), ...told };
    return { result: { ok: true, number, left }, entry: { before: left === 0 ? before : {}, after } };
  });
}

function count(pieces: ParcelPieces): number {
  return Object.values(pieces).reduce((sum, each) => sum + each, 0);
}
