import type { Shipment } from "#domain/order/parcels.ts";
import type { Shop } from "../../core/shop.ts";
import { fulfillOrders, type StepOfOrder } from "../parcels/fulfill-orders.ts";

/** Ships all that is left of one order of the list. `seen`: how many corrections of it the list knew. */
export async function shipWaiting(
  shop: Shop,
  { orderId, actor, seen, shipment }: { orderId: string; actor: string; seen: number; shipment: Shipment },
): Promise<StepOfOrder["result"]> {
  const parcels = [{ orderId, ...shipment, seen }];
  const [step] = await fulfillOrders(shop, { parcels, to: "shipped", actor });
  return step?.result ?? { ok: false, reason: "not_found" };
}
