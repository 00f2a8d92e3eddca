import type { OrderStatus } from "#domain/order.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowOf, type Shop } from "../shop.ts";
import { countResends } from "./link-queries.ts";
import { loadOrder } from "./load-order.ts";

export type Resend =
  | { ok: true; orderId: string; email: string }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "not_paid"; status: OrderStatus };

const PAID: readonly OrderStatus[] = ["paid", "partially_refunded", "refunded", "disputed"];

/**
 * The owner's 'send the confirmation again': the stored order's own, to the address of the order. Each
 * asking is one more mail; two that are asked for at the same moment are one.
 */
export async function resendConfirmation(shop: Shop, { orderId }: { orderId: string }): Promise<Resend> {
  const order = await loadOrder(shop, { id: orderId.toLowerCase() });
  if (!order) return { ok: false, reason: "not_found" };
  if (!PAID.includes(order.status)) return { ok: false, reason: "not_paid", status: order.status };
  const count = (await countResends(shop, order.id)) + 1;
  await queueMail(shop.db, {
    kind: "order_confirmation",
    uniqueKey: `order_confirmation:${order.id}:resend:${count}`,
    to: null,
    payload: {},
    orderId: order.id,
    now: nowOf(shop),
  });
  shop.wakeWorker();
  shop.log.info("confirmation_resent", { order: order.id, count });
  return { ok: true, orderId: order.id, email: order.customerEmail };
}
