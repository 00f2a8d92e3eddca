// The SQL of the ways by which a customer, who has no password, gets to an order.
import { sql } from "kysely";
import type { ParcelStep, Shipment } from "#domain/order/fulfillment.ts";
import type { Db } from "../../db/transaction.ts";

/** The order whose link's token has this hash; null when the order does not exist (any more, or yet). */
export async function findOrderIdByLink(db: Db, tokenHash: string): Promise<string | null> {
  const row = await db
    .selectFrom("orders")
    .innerJoin("checkouts", "checkouts.id", "orders.checkout_id")
    .select("orders.id")
    .where("checkouts.access_token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** `isCorrection`: puts the entry before it right; the parcel itself did not move. */
export type ParcelEvent = Shipment & { to: ParcelStep; isCorrection: boolean; at: Date };

/** What happened to an order's parcel, oldest first. */
export async function listParcelEvents(db: Db, orderId: string): Promise<ParcelEvent[]> {
  const rows = await db
    .selectFrom("fulfillment_events")
    .select(["to_status as to", "carrier", "tracking_number as trackingNumber"])
    .select(["is_correction as isCorrection", "created_at as at"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, to: row.to as ParcelStep }));
}

/**
 * Queues the mail with the link to the order that has this number and belongs to this address, if there is
 * one: one statement either way, so that the answer takes the same time.
 */
export async function insertLinkMail(
  db: Db,
  mail: { number: string; email: string; uniqueKey: string; now: Date },
): Promise<void> {
  await sql`
    insert into outbox (kind, unique_key, order_id, created_at, next_at)
    select 'order_link', ${mail.uniqueKey}, o.id, ${mail.now}, ${mail.now}
      from orders o join checkouts c on c.id = o.checkout_id
      where o.number = ${mail.number}::bigint and lower(o.shipping_address ->> 'customer_email') = ${mail.email}
        and c.access_token_hash is not null`.execute(db);
}

/** How often the confirmation of an order was asked for again. */
export async function countResends(db: Db, orderId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from outbox
      where order_id = ${orderId} and kind = 'order_confirmation' and unique_key like '%:resend:%'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
