// The SQL of orders that have a payment to ask about.
import { sql } from "kysely";
import type { Cursor } from "#domain/text/cursor.ts";
import { isListed } from "../db/order-rows.ts";
import type { Db } from "../db/transaction.ts";
import { cursorTime, isAfter, newestFirst } from "./queries.ts";

/** `isLive`: of the shop's key. It does not find the payments of the other mode. */
type OfKey = { isLive: boolean };

const isToSync = ({ isLive }: OfKey) =>
  sql`o.payment_intent_id is not null and ${isListed} and o.is_rehearsal = ${!isLive}`;

/** One statement: up to `limit` orders with a payment, newest first. */
export async function listOrdersToSync(
  db: Db,
  { after, limit, ...ofKey }: OfKey & { after: Cursor | null; limit: number },
): Promise<{ id: string; number: number; cursor: Cursor }[]> {
  const place = after ? isAfter(after) : sql`true`;
  const { rows } = await sql<{ id: string; number: number; cursor: Cursor }>`
    select o.id, o.number::integer as number, jsonb_build_object('at', ${cursorTime}, 'id', o.id) as cursor
    from orders o where ${isToSync(ofKey)} and ${place}
    order by ${newestFirst} limit ${limit}`.execute(db);
  return rows;
}

/** The orders with these ids, in the order of their numbers; ids without an order are left out. */
export async function listNumbers(db: Db, ids: readonly string[]): Promise<{ id: string; number: number }[]> {
  const { rows } = await sql<{ id: string; number: number }>`
    select id, number::integer as number from orders o where id = any(${ids}::uuid[]) order by o.number`.execute(
    db,
  );
  return rows;
}

export async function countOrdersToSync(db: Db, ofKey: OfKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders o where ${isToSync(ofKey)}`.execute(db);
  return rows[0]?.count ?? 0;
}
