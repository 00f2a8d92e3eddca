// The SQL of lists and of one order. Lists go by the pair (created_at, id), newest first, and continue after the last
// pair shown, so every page costs the same and new orders shift nothing. What the owner types
// reaches the database as parameters only, with the wildcards of LIKE escaped.
import { type RawBuilder, sql } from "kysely";
import type {
  ConfirmationOrder,
  FulfillmentStatus,
  ListedOrder,
  Order,
  OrderStatus,
  PackingSlip,
} from "#domain/order/order.ts";
import type { ItemCsvRow, OrderCsvRow } from "#domain/order/order-csv.ts";
import type { OrderTab } from "#domain/order/order-search.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import { addDays } from "#domain/text/dates.ts";
import { isEmail } from "#domain/text/typed/email.ts";
import { type Checkout, checkoutColumns } from "../checkout/queries.ts";
import { type JobKind, type JobState, latestJob } from "../db/jobs/queries.ts";
import {
  arrivalColumn,
  correctionCountColumn,
  createdColumn,
  customerHas,
  isListed,
  isoTime,
  itemsColumn,
  totalColumns,
  waitingForColumn,
  withArrival,
} from "../db/order-rows.ts";
import type { Db } from "../db/transaction.ts";
import type { KnownPayment } from "../payments/settlement-queries.ts";
import type { OrderWords } from "./order-words.ts";

type Condition = RawBuilder<unknown>;

export type OrderFilter = {
  statuses: readonly OrderStatus[] | null;
  status: OrderStatus | null;
  fulfillment: FulfillmentStatus | null;
  toShip: boolean;
  flagged: boolean;
  since: Date | null;
  /** First and last day, in the shop's time zone. */
  from: string | null;
  to: string | null;
  search: OrderWords | null;
  /** null: any. */
  ids: readonly string[] | null;
  after: Cursor | null;
};

/** An OrderSummary. */
const summaryColumns = sql`
  o.id, o.number::integer as number, coalesce(o.shipping_address ->> 'customer_name', '') as "customerName",
  coalesce(o.shipping_address ->> 'customer_email', '') as "customerEmail", o.status, o.fulfillment,
  o.payment_intent_id as "paymentIntentId",
  (select coalesce(sum(i.quantity), 0)::integer from order_items i where i.order_id = o.id
    and i.replaces is null) as "itemCount",
  o.total + o.extra_paid as total, ${createdColumn}, o.attention,
  exists (select from shipments where order_id = o.id) as "hasShipments",
  o.is_rehearsal as "isRehearsal"`;

/** Worded as the condition of the partial index, so that the index is used. */
export const isToShip = sql`
  o.fulfillment = 'unfulfilled' and o.status in ('paid', 'partially_refunded') and o.has_to_send`;

/** What a row of the list shows besides: its first line, how many more there are, and what the owner has to do. */
const rowColumns = sql`
  (select jsonb_build_object('name', i.name, 'variation', nullif(i.variation, ''), 'image',
      case when i.image_url is not null then jsonb_build_object('url', i.image_url, 'alt', i.image_alt) end)
    from order_items i where i.order_id = o.id and i.replaces is null order by i.position, i.id limit 1) as first,
  (select greatest(count(*) - 1, 0)::integer from order_items i where i.order_id = o.id
    and i.replaces is null) as more,
  (${isToShip}) as "isToShip",
  exists (select from return_requests r where r.order_id = o.id and r.state = 'requested') as "hasReturn",
  ${correctionCountColumn}, ${waitingForColumn}`;

export const cursorTime = sql`to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const newestFirst = sql`o.created_at desc, o.id desc`;

type ListedOrders = {
  found: { order: ListedOrder; cursor: Cursor }[];
  /** The carrier that took a shipment last; "" before the first one, and when no order is found. */
  lastCarrier: string;
};

/** The carrier that took a shipment last; null before the first one. */
export const lastCarrier = sql`(select carrier from shipments where way = 'carrier' order by created_at desc, id desc limit 1)`;

/** One statement: the first `limit` orders that match, newest first, each with its place in the list. */
export async function listOrderSummaries(db: Db, filter: OrderFilter, limit: number): Promise<ListedOrders> {
  const { rows } = await sql<ListedOrder & { at: string; lastCarrier: string | null }>`
    select ${summaryColumns}, ${rowColumns}, ${cursorTime} as at, ${lastCarrier} as "lastCarrier" from orders o
    where ${matches(filter)} order by ${newestFirst} limit ${limit}`.execute(db);
  const found = rows.map(({ at, lastCarrier: _, ...order }) => ({ order, cursor: { at, id: order.id } }));
  return { found, lastCarrier: rows[0]?.lastCarrier ?? "" };
}

function matches(filter: OrderFilter): Condition {
  const { statuses, status, fulfillment, toShip, flagged, since, from, to, search, ids, after } = filter;
  const conditions = [isListed];
  if (ids) conditions.push(ids.length > 0 ? sql`o.id in (${sql.join(ids)})` : sql`false`);
  if (statuses) conditions.push(sql`o.status in (${sql.join(statuses)})`);
  if (status) conditions.push(sql`o.status = ${status}`);
  if (fulfillment) conditions.push(sql`o.fulfillment = ${fulfillment}`);
  if (toShip) conditions.push(isToShip);
  if (flagged) conditions.push(sql`o.attention <> '{}'`);
  if (since) conditions.push(sql`o.created_at >= ${since}`);
  if (from) conditions.push(sql`o.created_at >= ${beginningOf(from)}`);
  if (to) conditions.push(sql`o.created_at < ${beginningOf(addDays(to, 1))}`);
  if (search) conditions.push(matchesSearch(search));
  if (after) conditions.push(isAfter(after));
  return sql.join(conditions, sql` and `);
}

function beginningOf(day: string): Condition {
  return sql`(${day}::date::timestamp at time zone shop_time_zone())`;
}

export function isAfter({ at, id }: Cursor): Condition {
  return sql`(o.created_at, o.id) < (${at}::timestamptz, ${id}::uuid)`;
}

function matchesSearch({ number, idRange, paymentIntentId, words }: OrderWords): Condition {
  // No number and no id has an email in it, and without an "or" its index leads to the orders.
  if (words.some(isEmail)) return sql.join(words.map(customerHas), sql` and `);
  const contains = sql`(${sql.join(words.map(customerHas), sql` and `)})`;
  const ways = [sql`o.payment_intent_id = ${paymentIntentId}`, contains];
  if (number) ways.push(sql`o.number = ${number}::bigint`);
  if (idRange) ways.push(sql`o.id between ${idRange.from}::uuid and ${idRange.to}::uuid`);
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** One statement: as listOrderSummaries, with the other columns of the spreadsheet. */
export async function listOrderRows(
  db: Db,
  filter: OrderFilter,
  limit: number,
): Promise<{ order: OrderCsvRow; cursor: Cursor }[]> {
  const { rows } = await sql<OrderCsvRow & { at: string }>`
    select ${summaryColumns}, ${totalColumns}, o.shipping_address as address, o.amount_refunded as refunded,
      o.tax_state as "taxState", o.tax_rate::float8 as "taxRate",
      (select coalesce(sum(c.tax), 0)::integer from order_changes n join checkouts c on c.id = n.id
        where n.order_id = o.id and n.state = 'done') as "taxExtraPaid", back.*, ${cursorTime} as at from orders o
    cross join lateral (select coalesce(sum(r.tax), 0)::integer as "taxRefunded",
        coalesce(sum(r.shipping), 0)::integer as "shippingRefunded",
        (select count(u.refund_id)::integer from order_units u where u.order_id = o.id) as "unitsRefunded"
      from refunds r where r.order_id = o.id and (r.provider_refund_id is not null or r.amount = 0)
        and refund_stage(r.status) < 2) back
    where ${matches(filter)} order by ${newestFirst} limit ${limit}`.execute(db);
  return rows.map(({ at, ...order }) => ({ order, cursor: { at, id: order.id } }));
}

/** One statement: the items of the first `limit` orders that match, order by order. */
export async function listItemRows(
  db: Db,
  filter: OrderFilter,
  limit: number,
): Promise<{ items: ItemCsvRow[]; cursor: Cursor }[]> {
  const inState = (state: string) => sql`count(*) filter (where u.state = ${sql.lit(state)})`;
  const { rows } = await sql<{ id: string; items: ItemCsvRow[]; at: string }>`
    select o.id, ${cursorTime} as at, coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'createdAt', ${isoTime(sql`o.created_at`)},
          'status', o.status, 'name', i.name, 'variation', nullif(i.variation, ''), 'sku', v.sku, 'quantity', i.quantity,
          'price', i.price, 'discount', i.discount_cents, 'isReplacement', i.replaces is not null) || units.counts
        order by i.position, i.id)
      from order_items i left join inventory v on v.id = i.variant_id
      cross join lateral (select jsonb_build_object('paid', coalesce(sum(u.paid_cents), 0),
          'tax', coalesce(sum(u.tax_cents), 0), 'toShip', ${inState("to_ship")}, 'shipped', ${inState("shipped")},
          'returned', ${inState("returned")}, 'canceled', ${inState("canceled")}, 'replaced', ${inState("replaced")},
          'refunded', count(u.refund_id)) as counts
        from order_units u where u.order_item_id = i.id) units
      where i.order_id = o.id), '[]') as items
    from orders o where ${matches(filter)} order by ${newestFirst} limit ${limit}`.execute(db);
  return rows.map(({ id, at, items }) => ({ items, cursor: { at, id } }));
}

/** One statement: an order with its items and history. `id` must be a UUID. */
export async function findOrderById(db: Db, id: string): Promise<Order | null> {
  const { rows } = await sql<Order>`
    select ${summaryColumns}, ${totalColumns}, o.shipping_address as address, ${itemsColumn}, ${arrivalColumn},
      coalesce((select jsonb_agg(jsonb_build_object('from', e.from_status, 'to', e.to_status, 'source', e.source,
          'at', ${isoTime(sql`e.created_at`)}) order by e.id)
        from order_events e where e.order_id = o.id), '[]') as events
    from orders o where o.id = ${id}`.execute(db);
  return rows[0] ? withArrival(rows[0]) : null;
}

/** One statement: the packing slips of these orders, oldest order first. */
export async function listPackingSlips(db: Db, ids: readonly string[]): Promise<PackingSlip[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PackingSlip>`
    select o.id, o.number::integer as number, o.status, ${createdColumn}, o.shipping_address as address, ${itemsColumn}
    from orders o where o.id in (${sql.join(ids)}) order by o.created_at, o.id`.execute(db);
  return rows;
}

/** One statement: what the confirmation page may show of the order with this id or of this payment. */
export async function findConfirmation(
  db: Db,
  by: { id: string } | { paymentIntentId: string },
): Promise<ConfirmationOrder | null> {
  const isIt = "id" in by ? sql`o.id = ${by.id}` : sql`o.payment_intent_id = ${by.paymentIntentId}`;
  const { rows } = await sql<{ found: ConfirmationOrder }>`
    select confirmation_order(o.id) as found from orders o where ${isIt}`.execute(db);
  return rows[0] ? withArrival(rows[0].found) : null;
}

/** One of three ids. `payment`: of the checkout's own, or of the one that it had before it moved to the provider's page. */
type OrderQuery = {
  orderId?: string | null;
  sessionId?: string | null;
  payment?: string | null;
  /** The idempotency key that its browser made, which no one else has. */
  key: string | null;
};

/** What only the browser that began the checkout learns of it. `linkHash`: of the link to the order's page. */
export type OwnCheckout = { email: string; linkHash: string; linkTurns: number };

type AskedCheckout = {
  checkout: Checkout | null;
  /** Null for anyone without the checkout's key. */
  own: OwnCheckout | null;
  /** Its order, when its payment is settled: then the provider is not asked. */
  paid: ConfirmationOrder | null;
  /** For settling what is not settled; null: read it there. */
  looked: { looked: KnownPayment } | null;
};

/** What the confirmation page asks first. One read. */
export async function findAskedCheckout(
  db: Db,
  { orderId = null, sessionId = null, payment = null, key }: OrderQuery,
): Promise<AskedCheckout> {
  const { rows } = await sql<Checkout & Pick<AskedCheckout, "paid" | "own"> & { read: string | null }>`
    select ${checkoutColumns}, own, paid, read from (select (f.c).*, f.own, f.paid, f.read
      from asked_checkout(${orderId}, ${sessionId}, ${payment}, ${key}) f where (f.c).id is not null) known`.execute(
    db,
  );
  if (!rows[0]) return { checkout: null, own: null, paid: null, looked: null };
  const { paid, own, read, ...checkout } = rows[0];
  return {
    checkout,
    own,
    paid: paid && withArrival(paid),
    looked: read === null ? null : { looked: { isSettled: false, read } },
  };
}

export type TabCounts = Record<OrderTab, number>;

/**
 * One statement: how many orders each list has, and the latest job of this kind. Lists of work are counted up to `max`.
 */
export async function countTabs(
  db: Db,
  { since, max, jobKind }: { since: Date; max: number; jobKind: JobKind },
): Promise<{ counts: TabCounts; job: JobState | null }> {
  const upTo = (condition: Condition) =>
    sql`(select count(*)::integer from (select 1 from orders o where ${condition} limit ${sql.lit(max)}) found)`;
  const upToStatus = (status: OrderStatus) => upTo(sql`o.status = ${status} and ${isListed}`);
  const { rows } = await sql<{ counts: TabCounts; job: JobState | null }>`
    select ${latestJob(jobKind)} as job, jsonb_build_object('all', ${upTo(isListed)}, 'to-ship', ${upTo(isToShip)},
      'recent', ${upTo(sql`o.created_at >= ${since} and ${isListed}`)}, 'paid', ${upToStatus("paid")},
      'processing', ${upToStatus("processing")}, 'failed', ${upToStatus("failed")},
      'attention', ${upTo(sql`o.attention <> '{}' and ${isListed}`)}) as counts`.execute(db);
  if (!rows[0]) throw new Error("orders have no counts");
  return rows[0];
}
