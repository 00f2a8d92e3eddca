// The safety net for refund and dispute events: some get lost, so the shop reads the provider's own lists.

import type { Shop } from "../core/shop.ts";
import { runEach } from "../db/jobs/run-each.ts";
import { listAll } from "../payments/all-pages.ts";
import { takesRealMoney } from "../payments/payment-provider.ts";
import { applyPaymentFacts } from "../payments/refunds/refund-facts.ts";
import { listUndecided, listUnknownFacts } from "./stale-refund-queries.ts";

/**
 * Finds refunds and disputes made since a time whose events were lost, by two lists. Also updates older undecided ones,
 * by reading each of them.
 */
export async function reconcileRefunds(
  shop: Shop,
  { since }: { since: number },
): Promise<{ looked: number; updated: number; complete: boolean }> {
  const refunds = await listAll((after) => shop.payments.listRefunds({ createdSince: since, after }));
  const disputes = await listAll((after) => shop.payments.listDisputes({ createdSince: since, after }));
  if (!refunds.ok || !disputes.ok) return { looked: 0, updated: 0, complete: false };
  let updated = 0;
  let complete = true;
  const facts = [...refunds.value, ...disputes.value];
  const unknown = await listUnknownFacts(shop.db, facts);
  const older = { before: new Date(since), isLive: takesRealMoney(shop.payments) };
  const undecided = await listUndecided(shop.db, older);
  await runEach([...new Set([...unknown, ...undecided])], async (intentId) => {
    const applied = await applyPaymentFacts(shop, { intentId, source: "reconciler" });
    // Of another account at the provider, which this key can't see.
    if (!applied.ok && applied.reason === "not_found") return;
    if (!applied.ok) complete = false;
    else if (applied.updated) updated += 1;
  });
  return { looked: facts.length, updated, complete };
}
