// The SQL of lists and of one order, as domain values. Lists go by the pair
// (created_at, id), newest first, and continue after the last pair shown, so a page costs the same however
// deep it lies and orders that arrive meanwhile shift nothing. What the owner types reaches the database as
// parameters only, with the wildcards of LIKE taken away.
import { type RawBuilder, sql } from "kysely";
import type { Totals } from "#domain/checkout/pricing.ts";
import type { Cents } from "#domain/money/money.ts";
import type {
  ConfirmationOrder,
  FulfillmentStatus,
  Order,
  OrderStatus,
  OrderSummary,
  PackingSlip,
} from "#domain/order/order.ts";
import type { OrderCsvRow } from "#domain/order/order-csv.ts";
import { type OrderTab, orderTabs } from "#domain/order/order-search.ts";
import type { OrderAddress } from "#domain/postal-address/shipping-address.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import { addDays, SHOP_TIME_ZONE } from "#domain/text/dates.ts";
import type { Db } from "../db/transaction.ts";
import { type JobRow, type JobState, latestJob, toJobState } from "../jobs/queries.ts";
import {
  itemsColumn,
  type OrderRow,
  orderColumns,
  toItem,
  toOrder,
  toTotals,
  totalColumns,
} from "../order-rows.ts";

type Condition = RawBuilder<unknown>;

/** What a search may mean. `idRange` holds every id that begins with what was typed. */
export type OrderWords = {
  number: string | null;
  idRange: { from: string; to: string } | null;
  paymentIntentId: string;
  words: string[];
};

export type OrderFilter = {
  statuses: readonly OrderStatus[] | null;
  status: OrderStatus | null;
  fulfillment: FulfillmentStatus | null;
  toShip: boolean;
  flagged: boolean;
  since: Date | null;
  /** First and last day of the shop. */
  from: string | null;
  to: string | null;
  search: OrderWords | null;
  /** null: any. */
  ids: readonly string[] | null;
  after: Cursor | null;
};

type SummaryRow = {
  id: string;
  number: string;
  customer_name: string | null;
  customer_email: string | null;
  status: string;
  fulfillment: string;
  payment_intent_id: string | null;
  item_count: number;
  total: Cents;
  created_at: Date;
  attention: string[];
};

const summaryColumns = sql`
  o.id, o.number, o.shipping_address ->> 'customer_name' as customer_name,
  o.shipping_address ->> 'customer_email' as customer_email, o.status, o.fulfillment, o.payment_intent_id,
  (select coalesce(sum(i.quantity), 0)::integer from order_items i where i.order_id = o.id) as item_count,
  o.total, o.created_at, o.attention`;

export const cursorTime = sql`to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const newestFirst = sql`o.created_at desc, o.id desc`;

/** One statement: the first `limit` orders that match, newest first, each with its place in the list. */
export async function listOrderSummaries(
  db: Db,
  filter: OrderFilter,
  limit: number,
): Promise<{ order: OrderSummary; cursor: Cursor }[]> {
  const { rows } = await sql<SummaryRow & { cursor_time: string }>`
    select ${summaryColumns}, ${cursorTime} as cursor_time from orders o
    where ${matches(filter)} order by ${newestFirst} limit ${limit}`.execute(db);
  return rows.map((row) => ({ order: toSummary(row), cursor: { at: row.cursor_time, id: row.id } }));
}

function matches(filter: OrderFilter): Condition {
  const { statuses, status, fulfillment, toShip, flagged, since, from, to, search, ids, after } = filter;
  const conditions = [sql`true`];
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

/** The words of the partial index, so that it serves. */
const isToShip = sql`o.fulfillment = 'unfulfilled' and o.status in ('paid', 'partially_refunded')`;

function beginningOf(day: string): Condition {
  return sql`(${day}::date::timestamp at time zone ${sql.lit(SHOP_TIME_ZONE)})`;
}

export function isAfter({ at, id }: Cursor): Condition {
  return sql`(o.created_at, o.id) < (${at}::timestamptz, ${id}::uuid)`;
}

function matchesSearch({ number, idRange, paymentIntentId, words }: OrderWords): Condition {
  const ways = [sql`o.payment_intent_id = ${paymentIntentId}`];
  if (number) ways.push(sql`o.number = ${number}::bigint`);
  if (idRange) ways.push(sql`o.id between ${idRange.from}::uuid and ${idRange.to}::uuid`);
  const customer = sql`lower(coalesce(o.shipping_address ->> 'customer_name', '') || ' ' ||
    coalesce(o.shipping_address ->> 'customer_email', ''))`;
  const contains = words.map((word) => sql`${customer} like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`);
  if (contains.length > 0) ways.push(sql`(${sql.join(contains, sql` and `)})`);
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** One statement: as listOrderSummaries, with what the file for spreadsheets says beside. */
export async function listOrderRows(
  db: Db,
  filter: OrderFilter,
  limit: number,
): Promise<{ order: OrderCsvRow; cursor: Cursor }[]> {
  type Row = SummaryRow &
    Totals & { cursor_time: string; shipping_address: OrderAddress; amount_refunded: Cents };
  const { rows } = await sql<Row>`
    select ${summaryColumns}, ${cursorTime} as cursor_time, ${totalColumns}, o.shipping_address, o.amount_refunded
    from orders o where ${matches(filter)} order by ${newestFirst} limit ${limit}`.execute(db);
  return rows.map((row) => {
    const { shipping_address: address, amount_refunded: refunded } = row;
    const order = { ...toSummary(row), ...toTotals(row), address, refunded };
    return { order, cursor: { at: row.cursor_time, id: row.id } };
  });
}

type EventRow = { from_status: string | null; to_status: string; source: string; created_at: string };

/** One statement: an order with its items and history. `id` must be a UUID. */
export async function findOrderById(db: Db, id: string): Promise<Order | null> {
  type Row = SummaryRow & OrderRow & { shipping_address: OrderAddress; events: EventRow[] };
  const { rows } = await sql<Row>`
    select ${summaryColumns}, ${totalColumns}, o.shipping_address, ${itemsColumn},
      coalesce((select jsonb_agg(to_jsonb(e) order by e.id) from order_events e where e.order_id = o.id), '[]') as events
    from orders o where o.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    ...toSummary(row),
    ...toOrder(row),
    address: row.shipping_address,
    events: row.events.map((event) => ({
      from: event.from_status as OrderStatus | null,
      to: event.to_status as OrderStatus,
      source: event.source,
      at: new Date(event.created_at).toISOString(),
    })),
  };
}

/** One statement: the packing slips of these orders, oldest order first. */
export async function listPackingSlips(db: Db, ids: readonly string[]): Promise<PackingSlip[]> {
  if (ids.length === 0) return [];
  type Row = Pick<OrderRow, "id" | "number" | "created_at" | "items"> & { shipping_address: OrderAddress };
  const { rows } = await sql<Row>`
    select o.id, o.number, o.created_at, o.shipping_address, ${itemsColumn}
    from orders o where o.id in (${sql.join(ids)}) order by o.created_at, o.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    number: Number(row.number),
    createdAt: row.created_at.toISOString(),
    address: row.shipping_address,
    items: row.items.map(toItem),
  }));
}

/** One statement: what the confirmation page may show of the order with this id or of this payment. */
export async function findConfirmation(
  db: Db,
  by: { id: string } | { paymentIntentId: string },
): Promise<ConfirmationOrder | null> {
  const isIt = "id" in by ? sql`o.id = ${by.id}` : sql`o.payment_intent_id = ${by.paymentIntentId}`;
  const { rows } = await sql<OrderRow>`select ${orderColumns} from orders o where ${isIt}`.execute(db);
  return rows[0] ? toOrder(rows[0]) : null;
}

export type TabCounts = Record<OrderTab, number>;

/**
 * One statement: how many orders each list holds, and the job of this kind that was started last. Whole lists
 * are sums of counters; the others are counted on an index, up to `max`.
 */
export async function countTabs(
  db: Db,
  { since, max, jobKind }: { since: Date; max: number; jobKind: string },
): Promise<{ counts: TabCounts; job: JobState | null }> {
  const upTo = (condition: Condition) =>
    sql`(select count(*)::integer from (select 1 from orders o where ${condition} limit ${sql.lit(max)}) found)`;
  const { rows } = await sql<Record<OrderTab, number | string> & { job: JobRow | null }>`
    select f.*, ${latestJob(jobKind)} as job, ${upTo(sql`o.created_at >= ${since}`)} as recent, ${upTo(isToShip)} as "to-ship",
      ${upTo(sql`o.attention <> '{}'`)} as attention
    from (select coalesce(sum(orders), 0) as all, coalesce(sum(orders) filter (where status = 'paid'), 0) as paid,
        coalesce(sum(orders) filter (where status = 'processing'), 0) as processing,
        coalesce(sum(orders) filter (where status = 'failed'), 0) as failed from order_figures) f`.execute(
    db,
  );
  const row = rows[0];
  const counts = orderTabs.map((tab) => [tab, Number(row?.[tab] ?? 0)]);
  return { counts: Object.fromEntries(counts) as TabCounts, job: toJobState(row?.job ?? null) };
}

function toSummary(row: SummaryRow): OrderSummary {
  return {
    id: row.id,
    number: Number(row.number),
    customerName: row.customer_name ?? "",
    customerEmail: row.customer_email ?? "",
    status: row.status as OrderStatus,
    fulfillment: row.fulfillment as FulfillmentStatus,
    paymentIntentId: row.payment_intent_id,
    itemCount: row.item_count,
    total: row.total,
    createdAt: row.created_at.toISOString(),
    attention: row.attention,
  };
}
