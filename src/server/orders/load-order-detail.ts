import type { OrderDetail } from "#domain/order-detail.ts";
import type { Shop } from "../shop.ts";
import { selectOrderDetail } from "./detail-queries.ts";
import { isOrderId } from "./order-id.ts";

/** An order with everything that happened to it; null when there is none with this id (any text). */
export async function loadOrderDetail(shop: Shop, { id }: { id: string }): Promise<OrderDetail | null> {
  return isOrderId(id) ? selectOrderDetail(shop, id) : null;
}
