// The same step for several orders. Each has its own decision and transaction: a refused order gets its reason and does
// not stop the others, and nothing is undone when a later one fails.
import type { ShipmentStep } from "#domain/order/fulfillment.ts";
import type { Tracking } from "#domain/order/shipments.ts";
import { errorText } from "../../core/log.ts";
import type { Shop } from "../../core/shop.ts";
import { type FulfillResult, fulfillOrder } from "./fulfill-order.ts";

type ShipmentOfOrder = Tracking & { orderId: string; seen?: number | undefined; withdraws?: boolean };

export type StepOfOrder = {
  orderId: string;
  /** failed: an error; the order is unchanged. */
  result: FulfillResult | { ok: false; reason: "failed" };
};

/** Results come in the order of `shipments`. Carrier, number and what was seen count for 'shipped' only. */
export async function fulfillOrders(
  shop: Shop,
  { shipments, to, actor }: { shipments: readonly ShipmentOfOrder[]; to: ShipmentStep; actor: string },
): Promise<StepOfOrder[]> {
  const results: StepOfOrder[] = [];
  for (const { orderId, ...tracking } of shipments) {
    const step = to === "shipped" ? { to, ...tracking } : { to };
    results.push({ orderId, result: await tryStep(shop, { orderId, actor, step }) });
  }
  return results;
}

type Request = Parameters<typeof fulfillOrder>[1];

async function tryStep(shop: Shop, request: Request): Promise<StepOfOrder["result"]> {
  try {
    return await fulfillOrder(shop, request);
  } catch (error) {
    shop.log.error("order.step_failed", { order: request.orderId, error: errorText(error) });
    return { ok: false, reason: "failed" };
  }
}
