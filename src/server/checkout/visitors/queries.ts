// The SQL of recent payment outcomes, and of a checkout's declines.
import { sql } from "kysely";
import { OUTCOMES_COUNT_MS, type ShopOutcomes } from "#domain/checkout/card-testing.ts";
import type { Db, Tx } from "../../db/transaction.ts";

export async function isPaidOrder(db: Db, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where("status", "in", ["paid", "partially_refunded"])
    .executeTakeFirst();
  return row !== undefined;
}

export async function findShopOutcomes(db: Db, now: Date): Promise<ShopOutcomes> {
  const since = new Date(now.getTime() - OUTCOMES_COUNT_MS);
  const { rows } = await sql<{ shop: ShopOutcomes }>`select recent_outcomes(${since}) as shop`.execute(db);
  return rows[0]?.shop ?? { declined: 0, total: 0, unknown: 0 };
}

/** `declines`: the declined charges of all its payments together. */
export type DeclinedCheckout = {
  declines: number;
  lastChargeId: string | null;
  hasPaid: boolean;
  declinedOut: boolean;
};

export async function findDeclines(db: Db, checkoutId: string): Promise<DeclinedCheckout | null> {
  const { rows } = await sql<DeclinedCheckout>`
    select cardinality(declined_charges) as declines, last_charge_id as "lastChargeId",
      visitor_has_paid as "hasPaid", declined_out as "declinedOut"
    from checkouts where id = ${checkoutId}`.execute(db);
  return rows[0] ?? null;
}

type Declines = { chargeIds: string[]; lastChargeId: string; declinesMax: number; now: Date };

/**
 * Stores declined charges of a checkout, each once, no matter which process counts first. From `declinesMax` on it
 * can't be paid anymore and its hold is over: the expiry sweep ends it even if nothing else does.
 */
export async function storeDeclines(
  tx: Tx,
  checkoutId: string,
  { chargeIds, lastChargeId, declinesMax, now }: Declines,
): Promise<Pick<DeclinedCheckout, "declines" | "declinedOut"> | null> {
  // The checkout's lock first, as everywhere.
  const { rows } = await sql<{ declines: number; visitor: string | null }>`
    update checkouts set last_charge_id = ${lastChargeId},
        declined_charges = array(select distinct unnest(declined_charges || ${chargeIds}::text[]))
      where id = ${checkoutId} returning cardinality(declined_charges) as declines, visitor`.execute(tx);
  const counted = rows[0];
  if (!counted) return null;
  await sql`insert into payment_outcomes (id, visitor, kind, at)
    select id, ${counted.visitor}::text, 'declined', ${now} from unnest(${chargeIds}::text[]) as id
    on conflict (id) do nothing`.execute(tx);
  await noteTry(tx, checkoutId);
  if (counted.declines >= declinesMax)
    await sql`update checkouts set declined_out = true, expires_at = least(expires_at, ${now})
      where id = ${checkoutId} and state in ('open', 'paying') and not declined_out`.execute(tx);
  const stored = await findDeclines(tx, checkoutId);
  return { declines: counted.declines, declinedOut: stored?.declinedOut === true };
}

/** The shopper has tried to pay: a hold taken at Pay counts as used. */
export async function noteTry(db: Db, checkoutId: string): Promise<void> {
  await db
    .updateTable("payment_outcomes")
    .set({ kind: "tried" })
    .where("id", "=", `held:${checkoutId}`)
    .execute();
}
