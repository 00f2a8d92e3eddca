import { type AuditEntry, insertAudit } from "../audit/queries.ts";
import type { Tx } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";

/** Writes a change of how a user signs in to the audit log, in the transaction of the change. */
export function noteChange(
  tx: Tx,
  shop: Shop,
  { userId, email }: { userId: string; email: string },
  change: Pick<AuditEntry, "action" | "before" | "after">,
): Promise<void> {
  return insertAudit(tx, { actor: email, object: `user:${userId}`, ...change }, nowOf(shop));
}
