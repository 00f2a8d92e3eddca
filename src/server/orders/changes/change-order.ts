// Every change of an order goes this way, no matter who makes it. The order is locked, and whether the change may be made is
// judged by the table of kinds (src/domain/order/changes.ts) from what the order is now; `decide` refuses, or writes what
// happens to units, money, stock, history, and email. The entry in the audit log, and the calls to the provider that the
// change needs, are stored in the same transaction, and the calls are made after it. A refusal rolls back everything that was
// written before it.

import { type ChangeKind, changeKinds, type RefusalOf } from "#domain/order/changes.ts";
import { CUSTOMER } from "#domain/order/corrections.ts";
import { fixUntil } from "#domain/settings/fix-window.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { type AuditEntry, insertAudit } from "../../settings/audit/queries.ts";
import { type LockedOrder, lockOrder } from "./change-queries.ts";

export type OrderNotFound = { ok: false; reason: "not_found" };

/**
 * changed: another person was faster. closed: the time in which its customer may change it is over, or some of it has left.
 * too_often: its customer has changed it as often as one may.
 */
export type ChangeRefused<K extends ChangeKind> =
  | OrderNotFound
  | { ok: false; reason: "changed" | "closed" | "too_often" | RefusalOf<K> };

/** A customer who needs more can contact the shop; a stranger with the link can't fill the history. */
export const CUSTOMER_CHANGES_MAX = 10;

/** Who changes which order. */
export type Changing = {
  /** Any text. */
  orderId: string;
  /** The owner's email, or CUSTOMER. */
  actor: string;
  /** How many changes the order's page showed. */
  seen: number;
  /** For how long after the order its customer may change it, in minutes; of no meaning for the owner. */
  fixMinutes?: number;
};

type Decision<T> = {
  /** For the audit log; none: nothing was changed, or what was stored has its own entry. */
  entry?: Pick<AuditEntry, "before" | "after">;
} & (
  | { result: T }
  /** Makes the calls to the provider that were stored. */
  | { send: () => Promise<T> }
);

type Decide<T> = (tx: Tx, order: LockedOrder, now: Date) => Promise<Decision<T>>;

/** A change of one of the kinds. */
export function changeOrderAs<K extends ChangeKind, T extends { ok: boolean }>(
  shop: Shop,
  { kind, action, ...changing }: Changing & { kind: K; action: AuditEntry["action"] },
  decide: Decide<T>,
): Promise<T | ChangeRefused<K>> {
  return changeOrder<T | ChangeRefused<K>>(shop, { ...changing, action }, async (tx, order, now) => {
    const reason = refuse(kind, order, { ...changing, now });
    if (reason === null) return decide(tx, order, now);
    return { result: { ok: false, reason } as ChangeRefused<K> };
  });
}

function refuse<K extends ChangeKind>(
  kind: K,
  order: LockedOrder,
  { actor, seen, fixMinutes = 0, now }: Changing & { now: Date },
): ChangeRefused<K>["reason"] | null {
  if (order.isForgotten) return "not_found";
  if (order.changes !== seen) return "changed";
  if (actor === CUSTOMER) {
    const isInTime = now.getTime() < fixUntil(order.createdAt.getTime(), fixMinutes) && !order.hasShipments;
    if (!isInTime || !changeKinds[kind].isForCustomer) return "closed";
    if (order.byCustomer >= CUSTOMER_CHANGES_MAX) return "too_often";
  }
  return changeKinds[kind].refuse(order) as RefusalOf<K> | null;
}

/** What `decide` makes of an order. A change wakes the worker, since there may be email to send. */
export async function changeOrder<T>(
  shop: Shop,
  { orderId, actor, action }: { orderId: string } & Pick<AuditEntry, "actor" | "action">,
  decide: Decide<T>,
): Promise<T | OrderNotFound> {
  const notFound: OrderNotFound = { ok: false, reason: "not_found" };
  if (!isUuid(orderId)) return notFound;
  const work = async (tx: Tx): Promise<Decision<T | OrderNotFound>> => {
    const order = await lockOrder(tx, orderId);
    if (!order) return { result: notFound };
    const now = nowOf(shop);
    const decided = await decide(tx, order, now);
    if ("result" in decided && isRefused(decided.result)) throw new Refused(decided);
    if (decided.entry) await insertAudit(tx, { actor, action, object: order.id, ...decided.entry }, now);
    return decided;
  };
  const decision = await inTransaction(shop, work).catch((error: unknown) => {
    if (error instanceof Refused) return error.decision as Decision<T>;
    throw error;
  });
  if (decision.entry) shop.wakeWorker("mails");
  return "send" in decision ? decision.send() : decision.result;
}

class Refused extends Error {
  readonly decision: { result: unknown };

  constructor(decision: { result: unknown }) {
    super("a change of an order was refused");
    this.decision = decision;
  }
}

function isRefused(result: unknown): boolean {
  return typeof result === "object" && result !== null && "ok" in result && result.ok === false;
}

/** Queues "your order was changed"; `id`: of the change; `to` null: to the order's email. */
export async function notifyCustomer(
  tx: Tx,
  orderId: string,
  { id, ...mail }: { id: string; to: string | null; payload: Record<string, string>; now: Date },
): Promise<void> {
  await queueMail(tx, { kind: "order_changed", uniqueKey: `order_changed:${id}`, orderId, ...mail });
}
