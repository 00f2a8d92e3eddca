import { nowOf, type Shop } from "../core/shop.ts";
import type { Tx } from "../db/transaction.ts";
import { type AuditEntry, insertAudit } from "../settings/audit/queries.ts";

/** Writes a change of how a user signs in to the audit log, in the transaction of the change. */
export function noteChange(
  tx: Tx,
  shop: Shop,
  { userId, email }: { userId: string; email: string },
  change: Pick<AuditEntry, "action" | "before" | "after">,
): Promise<void> {
  return insertAudit(tx, { actor: email, object: `user:${userId}`, ...change }, nowOf(shop));
}
