// The SQL of lists and of one order, as domain values. Lists go by the pair
// (created_at, id), newest first, and continue after the last pair shown, so a page costs the same however
// deep it lies and orders that arrive meanwhile shift nothing. What the owner types reaches the database as
// parameters only, with the wildcards of LIKE taken away.
import { type RawBuilder, sql } from "kysely";
import type {
  ConfirmationOrder,
  FulfillmentStatus,
  Order,
  OrderItem,
  OrderStatus,
  OrderSummary,
} from "#domain/order.ts";
import type { OrderRow } from "#domain/order-csv.ts";
import type { OrderCursor } from "#domain/order-search.ts";
import { addDays, SHOP_TIME_ZONE } from "#domain/report.ts";
import type { OrderAddress } from "#domain/shipping-address.ts";
import type { Shop } from "../shop.ts";

type Reader = Pick<Shop, "db">;
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
  after: OrderCursor | null;
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
  total: number;
  created_at: Date;
  attention: string[];
};

const summaryColumns = sql`
  o.id, o.number, o.shipping_address ->> 'customer_name' as customer_name,
  o.shipping_address ->> 'customer_email' as customer_email, o.status, o.fulfillment, o.payment_intent_id,
  (select coalesce(sum(i.quantity), 0)::integer from order_items i where i.order_id = o.id) as item_count,
  o.total, o.created_at, o.attention`;

const cursorTime = sql`to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const newestFirst = sql`o.created_at desc, o.id desc`;

/** One statement: the first `limit` orders that match, newest first, each with its place in the list. */
export async function selectOrders(
  shop: Reader,
  filter: OrderFilter,
  limit: number,
): Promise<{ order: OrderSummary; cursor: OrderCursor }[]> {
  const { rows } = await sql<SummaryRow & { cursor_time: string }>`
    select ${summaryColumns}, ${cursorTime} as cursor_time from orders o
    where ${matches(filter)} order by ${newestFirst} limit ${limit}`.execute(shop.db);
  return rows.map((row) => ({ order: toSummary(row), cursor: { at: row.cursor_time, id: row.id } }));
}

function matches(filter: OrderFilter): Condition {
  const { statuses, status, fulfillment, toShip, flagged, since, from, to, search, after } = filter;
  const conditions = [sql`true`];
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

function isAfter({ at, id }: OrderCursor): Condition {
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

/** One statement: as selectOrders, with what the file for spreadsheets says beside. */
export async function selectOrderRows(
  shop: Reader,
  filter: OrderFilter,
  limit: number,
): Promise<{ order: OrderRow; cursor: OrderCursor }[]> {
  type Row = SummaryRow &
    Pick<AmountsRow, "subtotal" | "shipping" | "tax"> & {
      cursor_time: string;
      shipping_address: OrderAddress;
      amount_refunded: number;
    };
  const { rows } = await sql<Row>`
    select ${summaryColumns}, ${cursorTime} as cursor_time, o.subtotal, o.shipping, o.tax, o.shipping_address,
      o.amount_refunded
    from orders o where ${matches(filter)} order by ${newestFirst} limit ${limit}`.execute(shop.db);
  return rows.map((row) => {
    const { subtotal, shipping, tax, shipping_address: address, amount_refunded: refunded } = row;
    const order = { ...toSummary(row), address, subtotal, shipping, tax, refunded };
    return { order, cursor: { at: row.cursor_time, id: row.id } };
  });
}

type ItemRow = {
  product_id: string | null;
  name: string;
  image_url: string | null;
  image_alt: string;
  variation: string | null;
  quantity: number;
  price: number;
};

type EventRow = { from_status: string | null; to_status: string; source: string; created_at: string };

type AmountsRow = { subtotal: number; shipping: number; tax: number; items: ItemRow[] };

export const items = sql`
  coalesce((select jsonb_agg(to_jsonb(i) order by i.position) from order_items i where i.order_id = o.id), '[]')`;

/** One statement: an order with its items and history. `id` must be a UUID. */
export async function selectOrder(shop: Reader, id: string): Promise<Order | null> {
  type Row = SummaryRow & AmountsRow & { shipping_address: OrderAddress; events: EventRow[] };
  const { rows } = await sql<Row>`
    select ${summaryColumns}, o.subtotal, o.shipping, o.tax, o.shipping_address, ${items} as items,
      coalesce((select jsonb_agg(to_jsonb(e) order by e.id) from order_events e where e.order_id = o.id), '[]') as events
    from orders o where o.id = ${id}`.execute(shop.db);
  const row = rows[0];
  if (!row) return null;
  return {
    ...toSummary(row),
    address: row.shipping_address,
    items: row.items.map(toItem),
    subtotal: row.subtotal,
    shipping: row.shipping,
    tax: row.tax,
    events: row.events.map((event) => ({
      from: event.from_status as OrderStatus | null,
      to: event.to_status as OrderStatus,
      source: event.source,
      at: new Date(event.created_at).toISOString(),
    })),
  };
}

/** One statement: what the confirmation page may show of the order with this id or of this payment. */
export async function selectConfirmationOrder(
  shop: Reader,
  by: { id: string } | { paymentIntentId: string },
): Promise<ConfirmationOrder | null> {
  const isIt = "id" in by ? sql`o.id = ${by.id}` : sql`o.payment_intent_id = ${by.paymentIntentId}`;
  const { rows } = await sql<
    Pick<SummaryRow, "id" | "number" | "status" | "total" | "created_at"> & AmountsRow
  >`
    select o.id, o.number, o.status, o.total, o.created_at, o.subtotal, o.shipping, o.tax, ${items} as items
    from orders o where ${isIt}`.execute(shop.db);
  const row = rows[0];
  if (!row) return null;
  const { id, subtotal, shipping, tax, total } = row;
  return {
    ...{ id, subtotal, shipping, tax, total },
    number: Number(row.number),
    status: row.status as OrderStatus,
    items: row.items.map(toItem),
    createdAt: row.created_at.toISOString(),
  };
}

/** One statement: up to `limit` orders with a payment, newest first. */
export async function selectOrdersToSync(
  shop: Reader,
  after: OrderCursor | null,
  limit: number,
): Promise<{ id: string; cursor: OrderCursor }[]> {
  const place = after ? isAfter(after) : sql`true`;
  const { rows } = await sql<{ id: string; cursor_time: string }>`
    select o.id, ${cursorTime} as cursor_time
    from orders o where o.payment_intent_id is not null and ${place}
    order by ${newestFirst} limit ${limit}`.execute(shop.db);
  return rows.map((row) => ({ id: row.id, cursor: { at: row.cursor_time, id: row.id } }));
}

export async function countOrdersToSync(shop: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders where payment_intent_id is not null`.execute(shop.db);
  return rows[0]?.count ?? 0;
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

function toItem(row: ItemRow): OrderItem {
  return {
    productId: row.product_id,
    name: row.name,
    image: row.image_url === null ? null : { url: row.image_url, alt: row.image_alt || row.name },
    variation: row.variation,
    quantity: row.quantity,
    price: row.price,
  };
}
