// The last safety net. Webhooks get lost, browsers close, and the provider's list of events is not complete either, so
// this reads the payments themselves and settles each one whose status the shop does not know yet. It needs nothing but
// the provider's list and the database.
import { watchDeclines } from "../checkout/watch-declines.ts";
import type { Shop } from "../core/shop.ts";
import { runEach } from "../db/jobs/run-each.ts";
import { allPages } from "../payments/all-pages.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import {
  findOldestUnfinished,
  listOpenedExtraPayments,
  listUnsettled,
} from "../payments/settlement-queries.ts";

const CLOCK_SLACK_MS = 5 * 60_000;
const EXTRA_PAYMENTS_MAX = 50;
/** What is older is no longer looked for in the provider's list; the expiry sweep asks for each unfinished checkout's own. */
export const LOOKS_BACK_MS = 30 * 24 * 60 * 60_000;

export type Reconciliation = { looked: number; settled: number; complete: boolean };

/** Compares every payment made since a time (milliseconds since 1970). */
export async function reconcilePayments(shop: Shop, { since }: { since: number }): Promise<Reconciliation> {
  const result: Reconciliation = { looked: 0, settled: 0, complete: true };
  async function* unsettled(): AsyncGenerator<string> {
    for await (const page of allPages((after) => shop.payments.listIntents({ createdSince: since, after }))) {
      if (!page.ok) {
        result.complete = false;
        return;
      }
      const intents = page.value.items;
      result.looked += intents.length;
      for (const { id } of await listUnsettled(shop.db, intents)) yield id;
    }
  }
  await runEach(unsettled(), async (intentId) => {
    if (await settleAnew(shop, intentId)) result.settled += 1;
  });
  return result;
}

/** Whether the shop has learned something of the payment. */
async function settleAnew(shop: Shop, intentId: string): Promise<boolean> {
  const settled = await settlePayment(shop, { intentId, source: "reconciler" });
  await watchDeclines(shop, { intentId, settled, source: "reconciler" });
  return settled.ok && settled.updated;
}

/**
 * Compares the payments since the oldest unfinished checkout, at most those of LOOKS_BACK_MS, and those of extra payments; cheap
 * when there is none.
 */
export async function reconcileOpenCheckouts(shop: Shop): Promise<Reconciliation> {
  const extraPayments = await reconcileExtraPayments(shop);
  const oldest = await findOldestUnfinished(shop.db);
  if (oldest === null) return extraPayments;
  const now = shop.clock();
  const since = Math.max(Math.min(oldest.getTime(), now) - CLOCK_SLACK_MS, now - LOOKS_BACK_MS);
  const { looked, settled, complete } = await reconcilePayments(shop, { since });
  return { looked: looked + extraPayments.looked, settled: settled + extraPayments.settled, complete };
}

async function reconcileExtraPayments(shop: Shop): Promise<Reconciliation> {
  const intents = await listOpenedExtraPayments(shop.db, EXTRA_PAYMENTS_MAX);
  let count = 0;
  await runEach(intents, async (intentId) => {
    if (await settleAnew(shop, intentId)) count += 1;
  });
  return { looked: intents.length, settled: count, complete: true };
}
