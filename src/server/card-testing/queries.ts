// The SQL of the brake on card testing: how payments ended lately, what a checkout was declined, used puzzles.
import { sql } from "kysely";
import {
  CLIENT_OUTCOMES_MAX,
  DECLINES_PER_CLIENT_MAX,
  OUTCOMES_COUNT_MS,
  type Outcomes,
  SHOP_OUTCOMES_MAX,
} from "#domain/checkout/brake.ts";
import type { Db, Tx } from "../db/transaction.ts";

export async function isPaidOrder(db: Db, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where("status", "in", ["paid", "partially_refunded"])
    .executeTakeFirst();
  return row !== undefined;
}

const countsSince = (now: Date) => new Date(now.getTime() - OUTCOMES_COUNT_MS);

/** More than these are not read, so that a flood of declines does not slow every new checkout. */
const OUTCOMES_READ_MAX = 1_000;

const nothing: Outcomes = { declined: 0, total: 0 };

/** How the newest payments ended. */
const ofShop = (now: Date) =>
  sql`recent_outcomes(null, ${countsSince(now)}, ${OUTCOMES_READ_MAX}, ${DECLINES_PER_CLIENT_MAX}, ${SHOP_OUTCOMES_MAX})`;

const ofClient = (client: string, now: Date) =>
  sql`recent_outcomes(${client}, ${countsSince(now)}, ${OUTCOMES_READ_MAX}, ${DECLINES_PER_CLIENT_MAX}, ${CLIENT_OUTCOMES_MAX})`;

export type PaymentOutcomes = { own: Outcomes; shop: Outcomes };

/** The columns of PaymentOutcomes; without a client nobody asks for them. */
export function outcomeColumns(client: string | null, now: Date) {
  const none = sql`${JSON.stringify(nothing)}::jsonb`;
  const [own, shop] = client === null ? [none, none] : [ofClient(client, now), ofShop(now)];
  return sql`${own} as own, ${shop} as shop`;
}

export async function findShopOutcomes(db: Db, now: Date): Promise<Outcomes> {
  const { rows } = await sql<{ shop: Outcomes }>`select ${ofShop(now)} as shop`.execute(db);
  return rows[0]?.shop ?? nothing;
}

export async function isSpent(db: Db, id: string): Promise<boolean> {
  const used = await db.selectFrom("used_puzzles").select("id").where("id", "=", id).executeTakeFirst();
  return used !== undefined;
}

/** Marks a puzzle as used; false when it was used before. */
export async function spendPuzzle(db: Db, id: string, expiresAt: Date): Promise<boolean> {
  const used = await db
    .insertInto("used_puzzles")
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}

/** `declines`: how many charges were refused, of all its payments together. */
export type DeclinedCheckout = {
  declines: number;
  lastChargeId: string | null;
  hasPaid: boolean;
  declinedOut: boolean;
};

export async function findDeclines(db: Db, checkoutId: string): Promise<DeclinedCheckout | null> {
  const { rows } = await sql<DeclinedCheckout>`
    select cardinality(declined_charges) as declines, last_charge_id as "lastChargeId",
      client_has_paid as "hasPaid", declined_out as "declinedOut"
    from checkouts where id = ${checkoutId}`.execute(db);
  return rows[0] ?? null;
}

type Declines = { chargeIds: string[]; lastChargeId: string; declinesMax: number; now: Date };

/**
 * Stores refused charges of a checkout, each once, whoever counts first. From `declinesMax` on nothing may be paid on
 * it anymore and its hold is over: the expiry sweep ends it even if nobody else does.
 */
export async function storeDeclines(
  tx: Tx,
  checkoutId: string,
  { chargeIds, lastChargeId, declinesMax, now }: Declines,
): Promise<Pick<DeclinedCheckout, "declines" | "declinedOut"> | null> {
  // First the checkout's lock, as everywhere.
  const { rows } = await sql<{ declines: number; client: string | null }>`
    update checkouts set last_charge_id = ${lastChargeId},
        declined_charges = array(select distinct unnest(declined_charges || ${chargeIds}::text[]))
      where id = ${checkoutId} returning cardinality(declined_charges) as declines, client`.execute(tx);
  const counted = rows[0];
  if (!counted) return null;
  await sql`insert into payment_outcomes (id, client, declined, at)
    select id, ${counted.client}::text, true, ${now} from unnest(${chargeIds}::text[]) as id
    on conflict (id) do nothing`.execute(tx);
  if (counted.declines >= declinesMax)
    await sql`update checkouts set declined_out = true, expires_at = least(expires_at, ${now})
      where id = ${checkoutId} and state in ('open', 'paying') and not declined_out`.execute(tx);
  const stored = await findDeclines(tx, checkoutId);
  return { declines: counted.declines, declinedOut: stored?.declinedOut === true };
}

/** Notes that payments are closed now; false when another process was faster. */
export async function noteClosed(tx: Tx, now: Date): Promise<boolean> {
  const noted = await tx
    .insertInto("payment_brake")
    .values({ id: 1, closed_since: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return noted !== undefined;
}

/** Notes that payments are open again; false as above. */
export async function noteReopened(tx: Tx): Promise<boolean> {
  return (await tx.deleteFrom("payment_brake").returning("id").executeTakeFirst()) !== undefined;
}

export async function areClosed(db: Db): Promise<boolean> {
  return (await db.selectFrom("payment_brake").select("id").executeTakeFirst()) !== undefined;
}

/** Forgets what no rule looks at anymore. */
export async function dropOldOutcomes(db: Db, { before, now }: { before: Date; now: Date }): Promise<void> {
  await db.deleteFrom("payment_outcomes").where("at", "<", before).execute();
  await db.deleteFrom("used_puzzles").where("expires_at", "<", now).execute();
}
