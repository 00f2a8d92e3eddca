// What the shop could not put right by itself and the owner has to see: money that came in without a checkout
// to put it to, and rules of the books that turned out to be broken. An alert is written once, stays until it
// is resolved, and is never dropped.
import type { Cents } from "#domain/money/money.ts";
import { type AuditEntry, insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import type { PaymentIntent } from "./payment-provider.ts";

export type PaymentAlert = {
  key: string;
  intentId: string | null;
  checkoutId: string | null;
  /** unknown_checkout, other_intent, or broken_rule. */
  reason: string;
  amount: Cents | null;
  detail: string;
  firstSeen: Date;
  lastSeen: Date;
};

/** Money that succeeded and has no place. Seen again it only gets a new `lastSeen`, resolved or not. */
export async function recordStrayPayment(
  shop: Shop,
  { intent, reason }: { intent: PaymentIntent; reason: string },
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

/**
 * Alerts of the checks: those that are broken now stand, those that are not any more are resolved. Without
 * `isWhole` not every payment was compared, and alerts of comparisons (`…:provider`) stay until one was.
 */
export async function recordBrokenRules(
  shop: Shop,
  { rules, isWhole }: { rules: { key: string; problem: string }[]; isWhole: boolean },
): Promise<void> {
  const now = nowOf(shop);
  await inTransaction(shop, async (tx) => {
    for (const { key, problem } of rules) {
      await tx
        .insertInto("payment_alerts")
        .values({
          key,
          reason: "broken_rule",
          detail: problem,
          first_seen: now,
          last_seen: now,
        })
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({ detail: problem, last_seen: now, resolved_at: null, resolved_by: null }),
        )
        .execute();
    }
    const standing = rules.map(({ key }) => key);
    await tx
      .updateTable("payment_alerts")
      .set({ resolved_at: now, resolved_by: "check" })
      .where("reason", "=", "broken_rule")
      .where("resolved_at", "is", null)
      .$if(!isWhole, (query) => query.where("key", "not like", "rule:%:provider"))
      .$if(standing.length > 0, (query) => query.where("key", "not in", standing))
      .execute();
  });
}

/** Open alerts, oldest first. */
export async function listPaymentAlerts(shop: Pick<Shop, "db">): Promise<PaymentAlert[]> {
  return shop.db
    .selectFrom("payment_alerts")
    .select(["key", "intent_id as intentId", "checkout_id as checkoutId", "reason", "amount", "detail"])
    .select(["first_seen as firstSeen", "last_seen as lastSeen"])
    .where("resolved_at", "is", null)
    .orderBy("first_seen")
    .orderBy("key")
    .execute();
}

/** The owner has dealt with an alert (refunded the money in the provider's dashboard, say). False: none open. */
export async function resolvePaymentAlert(
  shop: Shop,
  { key, actor }: { key: string; actor: string },
): Promise<boolean> {
  const now = nowOf(shop);
  return inTransaction(shop, async (tx) => {
    const row = await tx
      .updateTable("payment_alerts")
      .set({ resolved_at: now, resolved_by: actor })
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
