// What all actions of the owner on one order share: the order is locked, `decide` sees its current state and refuses or
// writes, and the audit entry is written in the same transaction as the change, so that neither exists without the
// other.
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction, type Tx } from "../db/transaction.ts";
import { type AuditEntry, insertAudit } from "../settings/audit/queries.ts";
import { type LockedOrder, lockOrder } from "./detail-queries.ts";

export type OrderNotFound = { ok: false; reason: "not_found" };

/** No `entry`: nothing was changed. */
type Decision<T> = { result: T; entry?: Pick<AuditEntry, "before" | "after"> };

/** `orderId` may be any text. A change wakes the worker, since there may be mail to send. */
export async function changeOrder<T>(
  shop: Shop,
  { orderId, actor, action }: { orderId: string } & Pick<AuditEntry, "actor" | "action">,
  decide: (tx: Tx, order: LockedOrder, now: Date) => Promise<Decision<T>>,
): Promise<T | OrderNotFound> {
  const notFound: OrderNotFound = { ok: false, reason: "not_found" };
  if (!isUuid(orderId)) return notFound;
  const decision = await inTransaction(shop, async (tx): Promise<Decision<T | OrderNotFound>> => {
    const order = await lockOrder(tx, orderId);
    if (!order) return { result: notFound };
    const now = nowOf(shop);
    const decided = await decide(tx, order, now);
    if (decided.entry) await insertAudit(tx, { actor, action, object: order.id, ...decided.entry }, now);
    return decided;
  });
  if (decision.entry) shop.wakeWorker("mails");
  return decision.result;
}
