// The SQL of returns. The states of their units are counted by db/functions/orders/count-units.sql, and units are
// reserved for exchanges by hold-return.sql, and released by release-return.sql.

import { type RawBuilder, sql } from "kysely";
import type { OrderItem } from "#domain/order/order.ts";
import type { Quantities } from "#domain/order/units.ts";
import {
  type AskedReturn,
  HELD_DAYS,
  openReturnStates,
  type ReturnRequest,
  type ReturnState,
  type WantedOption,
} from "#domain/returns/return-request.ts";
import type { OwnersReturn, ReturnList, ReturnSearch } from "#domain/returns/return-search.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import { itemsColumn, returnColumns } from "../../db/order-rows.ts";
import type { Db, Tx } from "../../db/transaction.ts";

/** A request of an order that is locked; null: it has none with this id. */
export async function findReturn(
  db: Db,
  { orderId, returnId }: { orderId: string; returnId: string },
): Promise<ReturnRequest | null> {
  const { rows } = await sql<ReturnRequest>`
    select ${returnColumns} from return_requests r
    where r.id = ${returnId} and r.order_id = ${orderId}`.execute(db);
  return rows[0] ?? null;
}

type OfferFacts = {
  items: OrderItem[];
  requests: ReturnRequest[];
  /** Options of each product of the order, by the id of the line. */
  options: Record<string, WantedOption[]>;
  arrivedOn: string | null;
  today: string;
};

/** One statement: what decides whether something of this order can be returned. */
export async function findOfferFacts(db: Db, orderId: string, now: Date): Promise<OfferFacts> {
  const { rows } = await sql<OfferFacts>`
    select ${itemsColumn}, shop_day(${now}::timestamptz)::text as today,
      (select coalesce(jsonb_agg(to_jsonb(q) order by q."at", q.id), '[]') from (select ${returnColumns}
        from return_requests r where r.order_id = o.id) q) as requests,
      (select coalesce(jsonb_object_agg(i.id, (
          select coalesce(jsonb_agg(jsonb_build_object('name', v.variation,
              'free', greatest(0, least(i.quantity, v.on_hand - v.held)),
              'isSame', v.id is not distinct from i.variant_id)
            order by v.position, v.variation), '[]') from inventory v where v.product_id = i.product_id)), '{}')
        from order_items i where i.order_id = o.id) as options,
      coalesce(
        -- What left after that, in exchange, came later.
        (select max(shop_day(e.created_at))::text from fulfillment_events e
          where e.order_id = o.id and e.to_status = 'delivered'
            and not exists (select from shipments p where p.order_id = o.id and p.created_at > e.created_at)),
        (select greatest(max(shop_day(p.created_at))::text, order_arrival(o.checkout_id) ->> 'to') from shipments p
          where p.order_id = o.id having count(*) > 0)) as "arrivedOn"
    from orders o where o.id = ${orderId}`.execute(db);
  if (!rows[0]) throw new Error(`there is no order ${orderId}`);
  return rows[0];
}

type NewReturn = AskedReturn & { id: string; orderId: string; now: Date };

/** False: there is one with this id already. */
export async function insertReturn(tx: Tx, asked: NewReturn): Promise<boolean> {
  const { id, orderId, wish, reason, note, lines, now } = asked;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("return_requests")
    .values({ id, order_id: orderId, wish, reason, note, created_at: now, updated_at: now })
    .onConflict((same) => same.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await sql`
    insert into return_lines (return_id, order_item_id, quantity, wanted, wanted_id)
    select ${id}, i.id, l.quantity, l.wanted, v.id
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l("itemId" uuid, quantity integer, wanted text)
      join order_items i on i.id = l."itemId"
      left join inventory v on v.product_id = i.product_id and v.variation = l.wanted`.execute(tx);
  return true;
}

type Answer = { returnId: string; state: ReturnState; answer: string; now: Date };

/** The owner's answer, or its end. */
export async function answerReturn(tx: Tx, { returnId, state, answer, now }: Answer): Promise<void> {
  await tx
    .updateTable("return_requests")
    .set({
      state,
      answer,
      updated_at: now,
      ...(state === "closed" ? {} : { decided_at: now }),
      ...(openReturnStates.includes(state) ? {} : { ended_at: now }),
    })
    .where("id", "=", returnId)
    .execute();
}

/** One statement: of requests whose units were held long enough, up to `limit`. */
export async function listExpiredHolds(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ orderId: string; returnId: string }[]> {
  const { rows } = await sql<{ orderId: string; returnId: string }>`
    select r.id as "returnId", r.order_id as "orderId" from return_requests r
    where r.id in (select return_id from return_lines where held > 0) and r.held_until < shop_day(${now}::timestamptz)
    order by r.held_until, r.id limit ${limit}`.execute(db);
  return rows;
}

/** From now on nothing is reserved for a return whose last day has passed. False: it has not, or the return has ended. */
export async function endHold(tx: Tx, { returnId, now }: { returnId: string; now: Date }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update return_requests set held_until = null, updated_at = ${now}
    where id = ${returnId} and held_until < shop_day(${now}::timestamptz) and state in ('approved', 'received')`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Holds wanted units for HELD_DAYS; answers what is sold out, and then none are kept. */
export async function holdWanted(
  tx: Tx,
  { returnId, now }: { returnId: string; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ missing: string | null }>`
    select hold_return(${returnId}, shop_day(${now}::timestamptz) + ${HELD_DAYS}::integer) as missing`.execute(
    tx,
  );
  return rows[0]?.missing ?? null;
}

/** Releases the held units that it no longer waits for; `exchanged`: nor for those that are exchanged next. */
export async function releaseWanted(tx: Tx, returnId: string, exchanged: Quantities = {}): Promise<void> {
  await sql`select release_return(${returnId}, ${JSON.stringify(exchanged)}::jsonb)`.execute(tx);
}

/** Ends the exchange: the units are refunded. */
export async function wantNothing(tx: Tx, returnId: string): Promise<void> {
  await tx
    .updateTable("return_lines")
    .set({ wanted: null, wanted_id: null })
    .where("return_id", "=", returnId)
    .execute();
}

/** Writes that units came back, and what that makes of the request. */
export async function insertCame(
  tx: Tx,
  { returnId, units, now }: { returnId: string; units: Quantities; now: Date },
): Promise<void> {
  await sql`select receive_units(${returnId}, ${JSON.stringify(units)}::jsonb, ${now})`.execute(tx);
}

const lists: Record<ReturnList, RawBuilder<unknown>> = {
  waiting: sql`r.state = 'requested'`,
  open: sql`r.state in ('approved', 'received')`,
  all: sql`true`,
};

/** One statement: up to `limit` requests after a cursor, newest first. */
export async function listReturnsAfter(
  db: Db,
  { show, after }: ReturnSearch,
  limit: number,
): Promise<{ request: OwnersReturn; cursor: Cursor }[]> {
  const place = after ? sql`(r.created_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<OwnersReturn & { cursorTime: string }>`
    select ${returnColumns}, o.id as "orderId", o.number::integer as "orderNumber",
      coalesce(o.shipping_address ->> 'customer_name', '') as "customerName",
      to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "cursorTime"
    from return_requests r join orders o on o.id = r.order_id
    where ${lists[show]} and ${place} order by r.created_at desc, r.id desc limit ${limit}`.execute(db);
  return rows.map(({ cursorTime: at, ...request }) => ({ request, cursor: { at, id: request.id } }));
}
