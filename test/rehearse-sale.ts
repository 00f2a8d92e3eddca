import { fulfillOrder } from "#server/orders/parcels/fulfill-order.ts";
import { refundOrder } from "#server/refunds/refund-order.ts";
import { OWNER as actor } from "./people.ts";
import { refundOf } from "./refunds.ts";
import { sell } from "./sales.ts";
import type { TestShop } from "./shop.ts";

/** A sale, its shipment and its refund: what most tests of the server begin with. */
export async function rehearseSale(store: TestShop): Promise<void> {
  const { orderId } = await sell(store);
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "" } as const;
  await fulfillOrder(store.shop, { orderId, actor, step });
  await refundOrder(store.shop, refundOf(orderId));
}
