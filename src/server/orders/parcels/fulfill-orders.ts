// The same step for several orders. Each is its own decision and its own transaction: one that is refused
// says why and stops none of the others, and nothing is undone when a later one fails.
import type { ParcelStep } from "#domain/order/fulfillment.ts";
import { errorText } from "../../log.ts";
import type { Shop } from "../../shop.ts";
import { type FulfillResult, fulfillOrder } from "./fulfill-order.ts";

export type ParcelOfOrder = { orderId: string; carrier: string; trackingNumber: string };

export type StepOfOrder = {
  orderId: string;
  /** failed: the shop could not do it this time; the order is as it was. */
  result: FulfillResult | { ok: false; reason: "failed" };
};

/** In the order in which they were asked for. The carrier and number count for 'shipped' only. */
export async function fulfillOrders(
  shop: Shop,
  { parcels, to, actor }: { parcels: readonly ParcelOfOrder[]; to: ParcelStep; actor: string },
): Promise<StepOfOrder[]> {
  const results: StepOfOrder[] = [];
  for (const { orderId, ...shipment } of parcels) {
    const step = to === "shipped" ? { to, ...shipment } : { to };
    results.push({ orderId, result: await tryStep(shop, { orderId, actor, step }) });
  }
  return results;
}

async function tryStep(
  shop: Shop,
  request: Parameters<typeof fulfillOrder>[1],
): Promise<StepOfOrder["result"]> {
  try {
    return await fulfillOrder(shop, request);
  } catch (error) {
    shop.log.error("order.step_failed", { order: request.orderId, error: errorText(error) });
    return { ok: false, reason: "failed" };
  }
}
