import type { Shipment } from "#domain/order/parcels.ts";
import type { Shop } from "../../shop.ts";
import { fulfillOrders, type StepOfOrder } from "../parcels/fulfill-orders.ts";
import { countCorrections } from "./packing-queries.ts";

/** corrected: its address or email was set right since the list was shown; nothing was sent. */
export type ShipResult = StepOfOrder["result"] | { ok: false; reason: "corrected" };

/** Ships all that is left of one order of the list. `seen`: how many corrections of it the list knew. */
export async function shipWaiting(
  shop: Shop,
  { orderId, actor, seen, shipment }: { orderId: string; actor: string; seen: number; shipment: Shipment },
): Promise<ShipResult> {
  const corrections = await countCorrections(shop.db, orderId);
  if (corrections !== null && corrections !== seen) return { ok: false, reason: "corrected" };
  const parcels = [{ orderId, ...shipment }];
  const [step] = await fulfillOrders(shop, { parcels, to: "shipped", actor });
  return step?.result ?? { ok: false, reason: "not_found" };
}
