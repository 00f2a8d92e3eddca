import type { OrderDetail } from "#domain/order/order-detail.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../core/shop.ts";
import { findOrderDetailById } from "./detail-queries.ts";

/** An order with its whole history, or null. `id` may be any text. */
export async function findOrderDetail(shop: Shop, { id }: { id: string }): Promise<OrderDetail | null> {
  return isUuid(id) ? findOrderDetailById(shop.db, id) : null;
}
