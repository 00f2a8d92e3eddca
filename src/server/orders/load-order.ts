import type { Order } from "#domain/order.ts";
import { isUuid } from "#domain/uuid.ts";
import type { Shop } from "../shop.ts";
import { findOrderById } from "./queries.ts";

/** An order with its items and history, for the owner; null when there is none with this id (any text). */
export async function loadOrder(shop: Shop, { id }: { id: string }): Promise<Order | null> {
  return isUuid(id) ? findOrderById(shop.db, id) : null;
}
