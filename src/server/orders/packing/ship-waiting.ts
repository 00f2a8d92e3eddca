import type { Shipment } from "#domain/order/parcels.ts";
import type { Shop } from "../../core/shop.ts";
import { fulfillOrders, type StepOfOrder } from "../parcels/fulfill-orders.ts";

type ShippedOrder = { orderId: string; seen: number; withdraws: boolean; shipment: Shipment; actor: string };

/** Ships all that is left of one order of the list. `seen`: how many corrections of it the list knew. */
export async function shipWaiting(
  shop: Shop,
  { actor, shipment, ...order }: ShippedOrder,
): Promise<StepOfOrder["result"]> {
  const parcels = [{ ...order, ...shipment }];
  const [step] = await fulfillOrders(shop, { parcels, to: "shipped", actor });
  return step?.result ?? { ok: false, reason: "not_found" };
}
