import { refundOrder } from "#server/orders/changes/refund-order.ts";
import type { TestShop } from "#test/shop/shop.ts";
import { OWNER as actor } from "./people.ts";
import { sell } from "./sales.ts";

/** The owner's request to refund an order. */
export const refundOf = (orderId: string, amount: number | "rest" = "rest") =>
  ({ orderId, actor, amount, reason: "late", restock: false }) as const;

/** A stored refund of a new sale without a response, for everything by default; `key`: its call's. */
export async function leftUnanswered(store: TestShop, amount: number | "rest" = "rest") {
  const { orderId } = await sell(store);
  const refundId = store.shop.newId();
  const away = { ok: false, reason: "unavailable", message: "no answer" } as const;
  const payments = { ...store.shop.payments, createRefund: async () => away };
  await refundOrder({ ...store.shop, payments }, { ...refundOf(orderId, amount), refundId });
  return { orderId, refundId, key: `refund:${refundId}` };
}
