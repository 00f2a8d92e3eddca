// The last safety net. Webhooks get lost, browsers close, and the provider's list of events is not complete either, so
// this reads the payments themselves and settles each one whose status the shop does not know yet. It needs nothing but
// the provider's list and the database.
import { watchDeclines } from "../checkout/watch-declines.ts";
import { allPages } from "../payments/all-pages.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { findOldestUnfinished, listUnsettled } from "../payments/settlement-queries.ts";
import type { Shop } from "../shop.ts";

const CLOCK_SLACK_MS = 5 * 60_000;

export type Reconciliation = { looked: number; settled: number; complete: boolean };

/** Compares every payment made since a time (milliseconds since 1970). */
export async function reconcilePayments(shop: Shop, { since }: { since: number }): Promise<Reconciliation> {
  const result: Reconciliation = { looked: 0, settled: 0, complete: false };
  for await (const page of allPages((after) => shop.payments.listIntents({ createdSince: since, after }))) {
    if (!page.ok) return result;
    const intents = page.value.items;
    result.looked += intents.length;
    for (const intent of await listUnsettled(shop.db, intents)) {
      const settled = await settlePayment(shop, { intentId: intent.id, source: "reconciler" });
      await watchDeclines(shop, { intentId: intent.id, settled, source: "reconciler" });
      if (settled.ok && settled.updated) result.settled += 1;
    }
  }
  return { ...result, complete: true };
}

/** Compares the payments since the oldest unfinished checkout; cheap when there is none. */
export async function reconcileOpenCheckouts(shop: Shop): Promise<Reconciliation> {
  const oldest = await findOldestUnfinished(shop.db);
  if (oldest === null) return { looked: 0, settled: 0, complete: true };
  const since = Math.min(oldest.getTime(), shop.clock()) - CLOCK_SLACK_MS;
  return reconcilePayments(shop, { since });
}
