// What all corrections of an order share, whoever makes them: the order is locked, its number of corrections is compared
// with what the page showed, and the entry in the order's history, the one in the audit log and the mails are written in
// the same transaction as the change. So of two who correct at once the second one looks again.
import type { AuditAction } from "#domain/audit/audit-log.ts";
import { CUSTOMER } from "#domain/order/corrections.ts";
import { fixUntil } from "#domain/settings/fix-window.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { type CorrectableOrder, lockCorrectable } from "./correction-queries.ts";

/** Who corrects which order. */
export type Correcting = {
  /** Any text. */
  orderId: string;
  /** The owner's email, or CUSTOMER. */
  actor: string;
  /** How many corrections the order's page showed. */
  seen: number;
  /** For how long after the order its customer may correct it, in minutes; of no meaning for the owner. */
  fixMinutes?: number;
};

/**
 * changed: somebody corrected it meanwhile. too_often: its customer has corrected it as often as one may. closed: the time
 * for that is over, or some of it has left.
 */
export type CorrectingRefusal = { ok: false; reason: "not_found" | "changed" | "too_often" | "closed" };

/** A customer who needs more has somebody to write to; a stranger with the link can't fill the history. */
export const CUSTOMER_CORRECTIONS_MAX = 10;

/** No `audit`: nothing was changed. */
type Decision<T> = { result: T; audit?: Record<"before" | "after", Record<string, unknown>> };

const actions = {
  address: "order.address_corrected",
  email: "order.email_corrected",
  swap: "order.pieces_swapped",
} as const satisfies Record<string, AuditAction>;

export async function changeBeforeShipping<T>(
  shop: Shop,
  { orderId, actor, seen, fixMinutes = 0, kind }: Correcting & { kind: keyof typeof actions },
  decide: (tx: Tx, order: CorrectableOrder, now: Date) => Promise<Decision<T>>,
): Promise<T | CorrectingRefusal> {
  if (!isUuid(orderId)) return { ok: false, reason: "not_found" };
  const decision = await inTransaction(shop, async (tx): Promise<Decision<T | CorrectingRefusal>> => {
    const order = await lockCorrectable(tx, orderId);
    if (!order) return { result: { ok: false, reason: "not_found" } };
    if (order.corrections !== seen) return { result: { ok: false, reason: "changed" } };
    const now = nowOf(shop);
    if (actor === CUSTOMER) {
      const isOpen = now.getTime() < fixUntil(order.createdAt.getTime(), fixMinutes) && !order.hasParcels;
      if (!isOpen) return { result: { ok: false, reason: "closed" } };
      if (order.byCustomer >= CUSTOMER_CORRECTIONS_MAX) return { result: { ok: false, reason: "too_often" } };
    }
    const decided = await decide(tx, order, now);
    if (decided.audit)
      await insertAudit(tx, { actor, action: actions[kind], object: orderId, ...decided.audit }, now);
    return decided;
  });
  if (decision.audit) shop.wakeWorker("mails");
  return decision.result;
}

/** Queues "your order was changed"; `id`: of the change; `to` null: to the order's email. */
export async function tellCustomer(
  tx: Tx,
  order: CorrectableOrder,
  { id, ...mail }: { id: string; to: string | null; payload: Record<string, string>; now: Date },
): Promise<void> {
  await queueMail(tx, {
    kind: "order_changed",
    uniqueKey: `order_changed:${id}`,
    orderId: order.id,
    ...mail,
  });
}
