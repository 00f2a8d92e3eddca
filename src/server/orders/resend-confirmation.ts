import type { OrderStatus } from "#domain/order.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowOf, type Shop } from "../shop.ts";
import { countResends } from "./link-queries.ts";
import { findOrder } from "./load-order.ts";

export type Resend =
  | { ok: true; orderId: string; email: string }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "not_paid"; status: OrderStatus };

const PAID: readonly OrderStatus[] = ["paid", "partially_refunded", "refunded", "disputed"];

/**
 * The owner's 'send the confirmation again': the stored order's own, to the address of the order. Each
 * asking is one more mail; two that are asked for at the same moment are one.
 */
export async function resendConfirmation(
  shop: Shop,
  { orderId, actor }: { orderId: string; actor: string },
): Promise<Resend> {
  const order = await findOrder(shop, { id: orderId.toLowerCase() });
  if (!order) return { ok: false, reason: "not_found" };
  if (!PAID.includes(order.status)) return { ok: false, reason: "not_paid", status: order.status };
  const count = (await countResends(shop.db, order.id)) + 1;
  const now = nowOf(shop);
  const uniqueKey = `order_confirmation:${order.id}:resend:${count}`;
  await inTransaction(shop, async (tx) => {
    await queueMail(tx, {
      kind: "order_confirmation",
      uniqueKey,
      to: null,
      payload: {},
      orderId: order.id,
      now,
    });
    const entry = { actor, action: "order.confirmation_resent", object: order.id } as const;
    await insertAudit(tx, entry, now);
  });
  shop.wakeWorker();
  shop.log.info("order.confirmation_resent", { order: order.id, count });
  return { ok: true, orderId: order.id, email: order.customerEmail };
}
