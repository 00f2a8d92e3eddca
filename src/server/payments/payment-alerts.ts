// Problems that the shop can't fix automatically and the owner must see: payments without a checkout, card testing, a
// checkout page that was tampered with. An alert is written once, stays until it is resolved, and is never dropped.

import { nowOf, type Shop } from "../core/shop.ts";
import { type Db, inTransaction, type Tx } from "../db/transaction.ts";
import { type AuditEntry, insertAudit } from "../settings/audit/queries.ts";
import type { PaymentIntent } from "./payment-provider.ts";

/** A successful payment without an order. Recording it again only updates `last_seen`, resolved or not. */
export async function recordStrayPayment(
  shop: Shop,
  { intent, reason }: { intent: PaymentIntent; reason: "unknown_checkout" | "other_intent" },
): Promise<void> {
  const now = nowOf(shop);
  await shop.db
    .insertInto("payment_alerts")
    .values({
      key: `payment:${intent.id}`,
      intent_id: intent.id,
      checkout_id: intent.checkoutId,
      reason,
      amount: intent.amountReceived,
      first_seen: now,
      last_seen: now,
    })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ last_seen: now }))
    .execute();
}

/** What the owner can close: a call to the provider, or one of its events. */
export const closedReasons = { operation: "closed_operation", event: "closed_event" } as const;

/** Alerts that exist at most once, with their keys: they open and close with the condition that they report. */
const passing = { card_testing: "card-testing", checkout_page: "checkout-page" } as const;
type PassingAlert = keyof typeof passing;

/** False: it is open already. */
export async function openAlert(
  db: Db,
  reason: PassingAlert,
  { detail, now }: { detail: string; now: Date },
): Promise<boolean> {
  const fresh = { detail, first_seen: now, last_seen: now, resolved_at: null, resolved_by: null };
  const opened = await db
    .insertInto("payment_alerts")
    .values({ key: passing[reason], reason, ...fresh })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet(fresh).where("payment_alerts.resolved_at", "is not", null),
    )
    .returning("key")
    .executeTakeFirst();
  return opened !== undefined;
}

/** False: none is open. */
export async function closeAlert(db: Db, reason: PassingAlert, now: Date): Promise<boolean> {
  const closed = await db
    .updateTable("payment_alerts")
    .set({ resolved_at: now, resolved_by: "check" })
    .where("key", "=", passing[reason])
    .where("resolved_at", "is", null)
    .returning("key")
    .executeTakeFirst();
  return closed !== undefined;
}

/**
 * Stores the owner's reason for closing a call or an event. `key`: the call's key, or the event's id; the log records
 * the closing itself. The reason may name a customer, so it is erased with the checkout's personal data, and after a
 * year.
 */
export async function keepClosed(
  tx: Tx,
  closed: {
    key: string;
    what: "operation" | "event";
    checkoutId: string | null;
    note: string;
    actor: string;
    now: Date;
  },
): Promise<void> {
  const { key, what, checkoutId, note, actor, now } = closed;
  const said = { detail: note, last_seen: now, resolved_at: now, resolved_by: actor };
  await tx
    .insertInto("payment_alerts")
    .values({
      key,
      reason: closedReasons[what],
      checkout_id: checkoutId,
      first_seen: now,
      ...said,
    })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(said))
    .execute();
}

/** Open alerts, oldest first. */
export async function listPaymentAlerts(shop: Pick<Shop, "db">) {
  return shop.db
    .selectFrom("payment_alerts")
    .select(["key", "intent_id as intentId", "reason", "amount", "detail", "first_seen as firstSeen"])
    .where("resolved_at", "is", null)
    .orderBy("first_seen")
    .orderBy("key")
    .execute();
}

/**
 * The owner has resolved the alert, for example by a refund at the provider. `note` says how, and is stored like the
 * reason in `keepClosed`. False: no such alert is open.
 */
export async function resolvePaymentAlert(
  shop: Shop,
  { key, note, actor }: { key: string; note: string; actor: string },
): Promise<boolean> {
  const now = nowOf(shop);
  return inTransaction(shop, async (tx) => {
    const row = await tx
      .updateTable("payment_alerts")
      .set({ detail: note, resolved_at: now, resolved_by: actor })
      .where("key", "=", key)
      .where("resolved_at", "is", null)
      .returning("reason")
      .executeTakeFirst();
    if (!row) return false;
    const entry: AuditEntry = { actor, action: "alert.resolved", object: key, after: { reason: row.reason } };
    await insertAudit(tx, entry, now);
    return true;
  });
}
