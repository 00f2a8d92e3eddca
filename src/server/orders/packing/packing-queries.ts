// The SQL of the packing table. Lists go by the pair (created_at, id), oldest first, on the index of orders to ship, and
// continue after the last pair shown.
import { sql } from "kysely";
import type { OrderItem } from "#domain/order/order.ts";
import type { LabelRow } from "#domain/order/packing/label-csv.ts";
import type { WaitingOrder } from "#domain/order/packing/packing.ts";
import type { NamedOrder } from "#domain/order/packing/tracking-csv.ts";
import { allToSend } from "#domain/order/shipments.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import {
  arrivalColumn,
  correctionCountColumn,
  createdColumn,
  itemsColumn,
  waitingForColumn,
  withArrival,
} from "../../db/order-rows.ts";
import type { Db } from "../../db/transaction.ts";
import { cursorTime, isToShip, lastCarrier } from "../queries.ts";

const customerName = sql`coalesce(o.shipping_address ->> 'customer_name', '') as "customerName"`;

const afterPlace = (after: Cursor | null) =>
  after ? sql`(o.created_at, o.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;

type Place<Row> = { order: Row; cursor: Cursor };

export type WaitingRows = {
  found: Place<WaitingOrder>[];
  /** The carrier that took a shipment last; "" before the first one, and when no order is found. */
  lastCarrier: string;
  /** All that wait, counted up to `max`; 0 when no order is found. */
  count: number;
};

/** One statement: the first `limit` orders that wait, oldest first, each with its place in the list. */
export async function listWaiting(
  db: Db,
  { after, limit, max }: { after: Cursor | null; limit: number; max: number },
): Promise<WaitingRows> {
  const { rows } = await sql<WaitingOrder & { at: string; count: number; lastCarrier: string | null }>`
    select o.id, o.number::integer as number, ${createdColumn}, ${customerName}, o.shipping_address as address,
      o.attention, ${correctionCountColumn}, exists (select from order_units u where u.order_id = o.id and u.state = 'replaced' and u.shipment_id is not null) as "hasExchange",
      ${arrivalColumn}, ${itemsColumn}, ${waitingForColumn}, ${cursorTime} as at, ${lastCarrier} as "lastCarrier",
      (select count(*)::integer from (select 1 from orders o where ${isToShip} limit ${max}) found) as count
    from orders o where ${isToShip} and ${afterPlace(after)} order by o.created_at, o.id limit ${limit}`.execute(
    db,
  );
  const found = rows.map(({ at, count: _, lastCarrier: __, ...order }) => ({
    order: withArrival(order),
    cursor: { at, id: order.id },
  }));
  return { found, lastCarrier: rows[0]?.lastCarrier ?? "", count: rows[0]?.count ?? 0 };
}

/** One statement: the carrier that took a shipment last; "" before the first one. */
export async function findLastCarrier(db: Db): Promise<string> {
  const { rows } = await sql<{ carrier: string | null }>`select ${lastCarrier} as carrier`.execute(db);
  return rows[0]?.carrier ?? "";
}

/** One statement: as listWaiting, with what a label needs. */
export async function listLabelRows(
  db: Db,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<Place<LabelRow>[]> {
  const { rows } = await sql<LabelRow & { at: string; id: string }>`
    select o.id, o.number::integer as number, ${customerName}, o.shipping_address as address, ${itemsColumn},
      (select coalesce(jsonb_object_agg(p.id, p.weight_oz), '{}') from products p
        where p.id in (select i.product_id from order_items i where i.order_id = o.id)) as weights, ${cursorTime} as at
    from orders o where ${isToShip} and ${afterPlace(after)} order by o.created_at, o.id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ at, id, ...order }) => ({ order, cursor: { at, id } }));
}

/** One statement: the orders with these numbers, in no order. */
export async function findNamedOrders(db: Db, numbers: readonly number[]): Promise<NamedOrder[]> {
  if (numbers.length === 0) return [];
  const { rows } = await sql<Omit<NamedOrder, "toSend"> & { items: OrderItem[] }>`
    select o.id, o.number::integer as number, ${customerName}, o.status, o.fulfillment, ${itemsColumn}, ${correctionCountColumn}, ${waitingForColumn},
      (select coalesce(jsonb_agg(p.tracking_number order by p.number), '[]') from shipments p
        where p.order_id = o.id and p.tracking_number <> '') as "trackingNumbers",
      exists (select from order_changes n where n.order_id = o.id and n.state = 'done' and n.kind <> 'email') as "isChanged"
    from orders o where o.number in (${sql.join(numbers)})`.execute(db);
  return rows.map(({ items, ...order }) => ({ ...order, toSend: allToSend(items) }));
}
