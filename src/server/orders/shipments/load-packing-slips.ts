import type { PackingSlip } from "#domain/order/order.ts";
import type { Shop } from "../../core/shop.ts";
import { chosenIds } from "../list-orders.ts";
import { listPackingSlips } from "../queries.ts";

/** The packing slips of the chosen orders (any texts), oldest order first. */
export function loadPackingSlips(shop: Shop, ids: readonly string[]): Promise<PackingSlip[]> {
  return listPackingSlips(shop.db, chosenIds(ids));
}
