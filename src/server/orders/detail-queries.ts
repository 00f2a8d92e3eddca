// The SQL of one order with everything that happened to it, and of what the owner adds to it.
import { sql } from "kysely";
import type { ParcelStep, Shipment } from "#domain/fulfillment.ts";
import type { Cents } from "#domain/money.ts";
import type { FulfillmentStatus, OrderStatus } from "#domain/order.ts";
import type { OrderDetail, RefundState } from "#domain/order-detail.ts";
import type { Db, Tx } from "../db/transaction.ts";
import { findOrderById } from "./queries.ts";

type Row = {
  amount_received: Cents;
  amount_refunded: Cents;
  parcel: {
    to_status: ParcelStep;
    carrier: string;
    tracking_number: string;
    is_correction: boolean;
    actor: string;
    created_at: string;
  }[];
  notes: { author: string; note: string; created_at: string }[];
  refunds: {
    amount: Cents;
    status: RefundState;
    reason: string | null;
    source: string;
    created_at: string;
  }[];
  mails: { kind: string; sent_at: string | null; dead_at: string | null; created_at: string }[];
  disputes: {
    id: string;
    amount: Cents;
    status: string;
    reason: string;
    due_at: string | null;
    created_at: string;
  }[];
  restockable: { item_id: string; name: string; variation: string | null; quantity: number }[];
  newer_id: string | null;
  older_id: string | null;
};

/** Two statements: an order with its whole history, or null. `id` must be a UUID. */
export async function findOrderDetailById(db: Db, id: string): Promise<OrderDetail | null> {
  const order = await findOrderById(db, id);
  if (!order) return null;
  const { rows } = await sql<Row>`
    select o.amount_received, o.amount_refunded,
      coalesce((select jsonb_agg(to_jsonb(f) order by f.id) from fulfillment_events f where f.order_id = o.id), '[]') as parcel,
      coalesce((select jsonb_agg(to_jsonb(n) order by n.id) from order_notes n where n.order_id = o.id), '[]') as notes,
      coalesce((select jsonb_agg(to_jsonb(r) order by r.created_at, r.id) from refunds r where r.order_id = o.id), '[]') as refunds,
      coalesce((select jsonb_agg(jsonb_build_object('kind', m.kind, 'sent_at', m.sent_at, 'dead_at', m.dead_at,
          'created_at', m.created_at) order by m.id) from outbox m where m.order_id = o.id), '[]') as mails,
      coalesce((select jsonb_agg(to_jsonb(d) order by d.created_at, d.id) from disputes d where d.order_id = o.id), '[]') as disputes,
      ${restockable} as restockable,
      (select n.id from orders n where (n.created_at, n.id) > (o.created_at, o.id)
        order by n.created_at, n.id limit 1) as newer_id,
      (select n.id from orders n where (n.created_at, n.id) < (o.created_at, o.id)
        order by n.created_at desc, n.id desc limit 1) as older_id
    from orders o where o.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    ...order,
    received: row.amount_received,
    refunded: Math.max(row.amount_refunded, activeRefunds(row.refunds)),
    parcel: row.parcel.map(({ to_status, carrier, tracking_number, is_correction, actor, created_at }) => ({
      ...{ to: to_status, carrier, trackingNumber: tracking_number, actor, at: iso(created_at) },
      isCorrection: is_correction,
    })),
    notes: row.notes.map(({ author, note, created_at }) => ({ author, note, at: iso(created_at) })),
    refunds: row.refunds.map(({ amount, status, reason, source, created_at }) => ({
      ...{ amount, state: status, reason, source, at: iso(created_at) },
    })),
    mails: row.mails.map(({ kind, sent_at, dead_at, created_at }) => ({
      kind,
      state: sent_at ? "sent" : dead_at ? "failed" : "waiting",
      at: iso(sent_at ?? dead_at ?? created_at),
    })),
    disputes: row.disputes.map(({ due_at, created_at, ...dispute }) => ({
      ...{ id: dispute.id, amount: dispute.amount, status: dispute.status, reason: dispute.reason },
      dueAt: due_at === null ? null : iso(due_at),
      at: iso(created_at),
    })),
    restockable: row.restockable.map(({ item_id, ...line }) => ({ itemId: item_id, ...line })),
    newerId: row.newer_id,
    olderId: row.older_id,
  };
}

/** Lines that were taken from a shelf which is still there, with the pieces that have not gone back. */
const restockable = sql`
  coalesce((select jsonb_agg(jsonb_build_object('item_id', i.id, 'name', i.name, 'variation', i.variation,
      'quantity', away.quantity) order by i.position)
    from order_items i
    join inventory shelf on shelf.product_id = i.product_id and shelf.variation = coalesce(i.variation, '')
    join lateral (select -sum(m.quantity) as quantity from stock_movements m where m.order_id = o.id
      and m.product_id = i.product_id and m.variation = shelf.variation and m.kind in ('sale', 'restock')) away on true
    where i.order_id = o.id and away.quantity > 0), '[]')`;

function activeRefunds(refunds: Row["refunds"]): number {
  const active = refunds.filter(({ status }) => status !== "failed" && status !== "canceled");
  return active.reduce((sum, { amount }) => sum + amount, 0);
}

function iso(time: string): string {
  return new Date(time).toISOString();
}

export type LockedOrder = {
  id: string;
  number: number;
  status: OrderStatus;
  fulfillment: FulfillmentStatus;
  paymentIntentId: string | null;
  customerEmail: string;
};

/** Locks an order for the rest of the transaction; null when there is none. */
export async function lockOrder(tx: Tx, id: string): Promise<LockedOrder | null> {
  const { rows } = await sql<LockedOrder>`
    select id, number::integer, status, fulfillment, payment_intent_id as "paymentIntentId",
      coalesce(shipping_address ->> 'customer_email', '') as "customerEmail"
    from orders where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Cancels a locked order that has no payment anywhere; what it took goes back on the shelf. */
export async function cancelUnpaidOrder(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`select move_order(${id}, 'canceled', 'admin', null, ${now})`.execute(tx);
  await sql`select restock_order(${id}, 'admin', ${now})`.execute(tx);
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

type ParcelEvent = Shipment & { orderId: string; to: ParcelStep; actor: string; now: Date };

/** Moves the order's parcel on and writes down who did it. */
export async function moveParcel(tx: Tx, event: ParcelEvent): Promise<void> {
  const { orderId, to, now } = event;
  await tx
    .updateTable("orders")
    .set({ fulfillment: to, updated_at: now })
    .where("id", "=", orderId)
    .execute();
  await insertParcelEvent(tx, { ...event, isCorrection: false });
}

/** One more entry of the parcel's way. A correction puts the one before it right, and the order does not move. */
export async function insertParcelEvent(
  tx: Tx,
  event: ParcelEvent & { isCorrection: boolean },
): Promise<void> {
  await tx
    .insertInto("fulfillment_events")
    .values({
      order_id: event.orderId,
      to_status: event.to,
      carrier: event.carrier,
      tracking_number: event.trackingNumber,
      is_correction: event.isCorrection,
      actor: event.actor,
      created_at: event.now,
    })
    .execute();
}

/** The shipment as it was last written down, and how many times it was; null when there is none. */
export async function findShipment(
  tx: Tx,
  orderId: string,
): Promise<(Shipment & { entries: number }) | null> {
  const rows = await tx
    .selectFrom("fulfillment_events")
    .select(["carrier", "tracking_number as trackingNumber"])
    .where("order_id", "=", orderId)
    .where("to_status", "=", "shipped")
    .orderBy("id")
    .execute();
  const last = rows.at(-1);
  return last ? { ...last, entries: rows.length } : null;
}

export async function insertNote(
  tx: Tx,
  row: { orderId: string; author: string; note: string; now: Date },
): Promise<void> {
  const { orderId, author, note, now } = row;
  await tx.insertInto("order_notes").values({ order_id: orderId, author, note, created_at: now }).execute();
}
