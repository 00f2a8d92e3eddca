import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction } from "../db/transaction.ts";
import { insertAudit } from "../settings/audit/queries.ts";

/** Writes to the audit log that people's data leave the shop: how many selected orders, or all that the list shows. */
export function noteExport(
  shop: Shop,
  { actor, ids }: { actor: string; ids: readonly string[] | null },
): Promise<void> {
  const after = { orders: ids ? ids.length : "all of a list" };
  return inTransaction(shop, (tx) =>
    insertAudit(tx, { actor, action: "orders.exported", object: "orders", after }, nowOf(shop)),
  );
}
