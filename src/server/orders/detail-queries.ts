// The SQL of one order with its whole history, and of what the owner adds to it.
import { type RawBuilder, sql } from "kysely";
import { revenueStatuses } from "#domain/dashboard/dashboard.ts";
import type { Cents } from "#domain/money/money.ts";
import type { ShipmentStep } from "#domain/order/fulfillment.ts";
import type { Order, OrderItem } from "#domain/order/order.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import type { Sending, Shipment, Tracking } from "#domain/order/shipments.ts";
import type { Quantities } from "#domain/order/units.ts";
import {
  correctionCountColumn,
  isoTime,
  itemsColumn,
  refundableColumn,
  returnColumns,
  shipmentsColumn,
} from "../db/order-rows.ts";
import type { Db, Tx } from "../db/transaction.ts";
import { correctionsColumn, shelvesColumn } from "./changes/change-queries.ts";
import { findOrderById } from "./queries.ts";

/** The rows of a statement, in their order, as one column. */
const listOf = (rows: RawBuilder<unknown>) =>
  sql`coalesce((select jsonb_agg(to_jsonb(r)) from (${rows}) r), '[]')`;

const at = sql`${isoTime(sql`created_at`)} as at`;

/** Two statements: an order with its whole history, or null. `id` must be a UUID. */
export async function findOrderDetailById(db: Db, id: string): Promise<OrderDetail | null> {
  const order = await findOrderById(db, id);
  if (!order) return null;
  const { rows } = await sql<Omit<OrderDetail, keyof Order>>`
    select o.amount_received as received, o.amount_refunded as refunded,
      ${listOf(sql`select to_status as "to", carrier, tracking_number as "trackingNumber",
          is_correction as "isCorrection", actor, reason, shipment_id as "shipmentId", ${at},
          case when to_status = 'canceled' then ${listOf(
            restocked(sql`m.change_id is null and (m.refund_id is null or m.refund_id in (
            select id from refunds where order_id = o.id and cancels))`),
          )} else '[]' end as restocked
        from fulfillment_events where order_id = o.id order by id`)} as "shipmentEvents",
      ${listOf(sql`select author, note, ${at} from order_notes where order_id = o.id order by id`)} as notes,
      ${listOf(refunds)} as refunds,
      ${listOf(sql`select kind, ${isoTime(sql`coalesce(sent_at, dead_at, created_at)`)} as at,
          case when sent_at is not null then 'sent' when dead_at is not null then 'failed' else 'waiting' end as state
        from outbox where order_id = o.id order by id`)} as mails,
      ${listOf(sql`select id, amount, status, reason, ${isoTime(sql`due_at`)} as "dueAt", ${at}
        from disputes where order_id = o.id order by created_at, id`)} as disputes,
      o.cleared_at is not null as "isCleared", ${customerColumn} as customer,
      ${listOf(extraPayments)} as "extraPayments",
      ${refundableColumn}, ${shipmentsColumn}, ${correctionsColumn}, ${shelvesColumn},
      ${listOf(sql`select ${returnColumns} from return_requests r where r.order_id = o.id
        order by r.created_at, r.id`)} as returns,
      (select jsonb_build_object('way', way, 'carrier', carrier) from shipments order by created_at desc, id desc limit 1)
        as "lastSending",
      (select n.id from orders n where (n.created_at, n.id) > (o.created_at, o.id) and n.cleared_at is null
        order by n.created_at, n.id limit 1) as "newerId",
      (select n.id from orders n where (n.created_at, n.id) < (o.created_at, o.id) and n.cleared_at is null
        order by n.created_at desc, n.id desc limit 1) as "olderId"
    from orders o where o.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return { ...order, ...row, refunded: Math.max(row.refunded, activeRefunds(row)) };
}

/** Read by the index of emails. */
const customerColumn = sql`
  case when o.shipping_address ->> 'customer_email' <> '' then (
    select jsonb_build_object('orders', count(*),
      'place', count(*) filter (where (s.created_at, s.id) <= (o.created_at, o.id)),
      'spent', coalesce(sum(s.total + s.extra_paid - s.amount_refunded) filter (where s.status in (${sql.join(revenueStatuses)})), 0))
    from orders s where lower(s.shipping_address ->> 'customer_email') = lower(o.shipping_address ->> 'customer_email')
      and (s.cleared_at is null or s.id = o.id)) end`;

/** What movements of an order put back on the shelf, by the name of the first line of this variant. */
const restocked = (which: RawBuilder<unknown>) => sql`
  select i.name, i.variation, m.quantity from stock_movements m
    join lateral (select l.name, l.variation, l.position from order_items l where l.order_id = m.order_id
      and l.variant_id = m.variant_id order by l.position, l.id limit 1) i on true
    where m.order_id = o.id and m.kind = 'restock' and ${which} order by i.position`;

/** With their units by name, and what they put back on the shelf. */
const refunds = sql`
  select r.id, r.amount, r.status as state, r.reason, r.source, r.goods, r.tax, r.shipping, r.adjustment,
    ${isoTime(sql`r.created_at`)} as at,
    ${listOf(sql`select i.name, i.variation, count(*) as quantity from refund_units l
      join order_units u on u.id = l.unit_id join order_items i on i.id = u.order_item_id
      where l.refund_id = r.id group by i.id order by i.position`)} as lines,
    ${listOf(restocked(sql`m.refund_id = r.id and not r.cancels`))} as restocked
  from refunds r where r.order_id = o.id order by r.created_at, r.id`;

/** An ExtraPayment. */
const extraPayments = sql`
  select n.id, n.difference as amount, n.before ->> 'items' as before, n.after ->> 'items' as after, n.actor,
    ${isoTime(sql`n.created_at`)} as at, ${isoTime(sql`n.expires_at`)} as until, ${isoTime(sql`n.ended_at`)} as "endedAt",
    case when n.state <> 'ended' then n.state when n.received is not null then 'refunded' else n.end_reason end as state
  from order_changes n where n.order_id = o.id and n.expires_at is not null order by n.number`;

function activeRefunds({ refunds }: Pick<OrderDetail, "refunds">): Cents {
  const active = refunds.filter(({ state }) => state !== "failed" && state !== "canceled");
  return active.reduce((sum, { amount }) => sum + amount, 0);
}

/** Cancels a locked order that has no payment, and restocks its units. */
export async function cancelUnpaidOrder(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`select move_order(${id}, 'canceled', 'admin', null, ${now})`.execute(tx);
  await sql`select shelve_units(null, ${id}, null, null, 'admin', ${now})`.execute(tx);
}

/** False when the order is not flagged for this reason. */
export async function resolveFlag(
  tx: Tx,
  id: string,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update orders set attention = array_remove(attention, ${reason}), updated_at = ${now},
      attention_resolved = array_append(array_remove(attention_resolved, ${reason}), ${reason})
    where id = ${id} and ${reason} = any (attention) returning id`.execute(tx);
  return rows.length > 0;
}

/** Writes that the whole order has arrived, or came back, and moves it there. */
export async function insertStep(
  tx: Tx,
  {
    orderId,
    to,
    actor,
    now,
  }: { orderId: string; to: Exclude<ShipmentStep, "shipped">; actor: string; now: Date },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ fulfillment: to, updated_at: now })
    .where("id", "=", orderId)
    .execute();
  // After an exchange an order arrives again: each time belongs to the shipment that left last.
  await sql`
    insert into fulfillment_events (order_id, to_status, actor, shipment_id, created_at)
      values (${orderId}, ${to}, ${actor},
        (select id from shipments where order_id = ${orderId} order by number desc limit 1), ${now})
      on conflict do nothing`.execute(tx);
}

type NewShipment = Sending & { id: string; orderId: string; units: Quantities; actor: string; now: Date };

/** Sends a shipment of a locked order, of which these units are to be sent; answers its number. */
export async function insertShipment(tx: Tx, shipment: NewShipment): Promise<number> {
  const { id, orderId, way, carrier, trackingNumber, units, actor, now } = shipment;
  const { rows } = await sql<{ number: number }>`
    select add_shipment(${id}, ${orderId}, ${way}, ${carrier}, ${trackingNumber}, ${JSON.stringify(units)}::jsonb, ${actor},
      ${now}) as number`.execute(tx);
  if (!rows[0]) throw new Error("a shipment has no number");
  return rows[0].number;
}

type Units = {
  items: OrderItem[];
  shipments: Shipment[];
  /** How often the order was corrected, and how often the carriers or numbers of its shipments. */
  corrections: number;
  shipmentCorrections: number;
  /** The change that waits for its customer's payment, and the item that it is to replace; null: none does. */
  waiting: { id: string; itemId: string; amount: Cents } | null;
};

/** The lines of a locked order, and its shipments. */
export async function findUnits(tx: Tx, orderId: string): Promise<Units> {
  const { rows } = await sql<Units>`
    select ${itemsColumn}, ${shipmentsColumn}, ${correctionCountColumn},
      (select jsonb_build_object('id', n.id, 'itemId', n.item_id, 'amount', n.difference) from order_changes n
        where n.order_id = o.id and n.state = 'waiting') as waiting, (select count(*)::integer from fulfillment_events
      where order_id = o.id and is_correction) as "shipmentCorrections" from orders o where o.id = ${orderId}`.execute(
    tx,
  );
  if (!rows[0]) throw new Error(`there is no order ${orderId}`);
  return rows[0];
}

/** Corrects how a shipment is sent. What was written before stays in the history. */
export async function insertCorrection(
  tx: Tx,
  correction: Tracking & { orderId: string; shipmentId: string; actor: string; now: Date },
): Promise<void> {
  const { orderId, shipmentId, carrier, trackingNumber, actor, now } = correction;
  await tx
    .updateTable("shipments")
    .set({ way: "carrier", carrier, tracking_number: trackingNumber, is_corrected: true })
    .where("id", "=", shipmentId)
    .execute();
  await tx
    .insertInto("fulfillment_events")
    .values({
      order_id: orderId,
      to_status: "shipped",
      carrier,
      tracking_number: trackingNumber,
      is_correction: true,
      shipment_id: shipmentId,
      actor,
      created_at: now,
    })
    .execute();
}

export async function insertNote(
  tx: Tx,
  { orderId, author, note, now }: { orderId: string; author: string; note: string; now: Date },
): Promise<void> {
  await tx.insertInto("order_notes").values({ order_id: orderId, author, note, created_at: now }).execute();
}
