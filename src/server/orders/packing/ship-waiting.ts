import type { Tracking } from "#domain/order/shipments.ts";
import type { Shop } from "../../core/shop.ts";
import { fulfillOrders, type StepOfOrder } from "../shipments/fulfill-orders.ts";

type ShippedOrder = { orderId: string; seen: number; withdraws: boolean; tracking: Tracking; actor: string };

/** Ships all that is left of one order of the list. `seen`: how many corrections of it the list knew. */
export async function shipWaiting(
  shop: Shop,
  { actor, tracking, ...order }: ShippedOrder,
): Promise<StepOfOrder["result"]> {
  const shipments = [{ ...order, ...tracking }];
  const [step] = await fulfillOrders(shop, { shipments, to: "shipped", actor });
  return step?.result ?? { ok: false, reason: "not_found" };
}
