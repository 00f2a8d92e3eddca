import type { Order } from "#domain/order.ts";
import type { Shop } from "../shop.ts";
import { isOrderId } from "./order-id.ts";
import { selectOrder } from "./queries.ts";

/** An order with its items and history, for the owner; null when there is none with this id (any text). */
export async function loadOrder(shop: Shop, { id }: { id: string }): Promise<Order | null> {
  return isOrderId(id) ? selectOrder(shop, id) : null;
}
