// Test orders are cleared one by one, each in a separate transaction with its row in the audit log. So purchases never
// wait for more than one of them, and a process that dies halfway has cleared whole orders.
import { CLEARED_AT_ONCE_MAX, type Rehearsals } from "#domain/rehearsals/rehearsals.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { clearRehearsal, countRehearsals, listRehearsals } from "./queries.ts";

/** What would be cleared. One statement. */
export function loadRehearsals(shop: Shop): Promise<Rehearsals> {
  return countRehearsals(shop.db);
}

export type RehearsalsCleared =
  | { ok: true; cleared: number }
  /** A test order may still be in payment. */
  | { ok: false; reason: "payment_open"; count: number };

/**
 * Clears the oldest CLEARED_AT_ONCE_MAX test orders. Real orders are never touched: the function itself refuses them.
 */
export async function clearRehearsals(shop: Shop, { actor }: { actor: string }): Promise<RehearsalsCleared> {
  const { ids, openPayments } = await listRehearsals(shop.db, CLEARED_AT_ONCE_MAX);
  if (openPayments > 0) return { ok: false, reason: "payment_open", count: openPayments };
  let cleared = 0;
  for (const id of ids) {
    const now = nowOf(shop);
    const isCleared = await inTransaction(shop, async (tx) => {
      if (!(await clearRehearsal(tx, id, now))) return false;
      const after = { cleared: true };
      await insertAudit(
        tx,
        { actor, action: "order.rehearsal_cleared", object: id, before: null, after },
        now,
      );
      return true;
    });
    if (isCleared) cleared += 1;
  }
  if (cleared > 0) await shop.catalogChanged();
  return { ok: true, cleared };
}
