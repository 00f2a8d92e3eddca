import { sql } from "kysely";
import { isUuid } from "#domain/uuid.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";

/**
 * The owner has dealt with what an order was flagged for. The reason moves to the resolved ones, from where
 * the checks still know why the order is an exception. False: the order has no such flag.
 */
export async function resolveAttention(
  shop: Shop,
  { orderId, reason, actor }: { orderId: string; reason: string; actor: string },
): Promise<boolean> {
  if (!isUuid(orderId)) return false;
  const now = nowOf(shop);
  return inTransaction(shop, async (tx) => {
    const { rows } = await sql`
      update orders set attention = array_remove(attention, ${reason}), updated_at = ${now},
        attention_resolved = array_append(array_remove(attention_resolved, ${reason}), ${reason})
      where id = ${orderId} and ${reason} = any (attention) returning id`.execute(tx);
    if (rows.length === 0) return false;
    await insertAudit(
      tx,
      { actor, action: "order.attention_resolved", object: orderId, after: { reason } },
      now,
    );
    return true;
  });
}
