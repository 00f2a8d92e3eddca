// The SQL of customers. There is no table of them: orders have an index by email and time, so the newest orders that are
// the newest of their email are the customers, newest first, and sums are read for those that a page shows.
import { sql } from "kysely";
import {
  type Customer,
  type CustomerSearch,
  type CustomerSummary,
  SHOWN_OF_CUSTOMER,
} from "#domain/customer/customer.ts";
import { revenueStatuses } from "#domain/dashboard/dashboard.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import { customerHas, isListed, isoTime } from "../db/order-rows.ts";
import type { Db } from "../db/transaction.ts";

const WORDS_MAX = 6;

const emailOf = (table: string) => sql`lower(${sql.ref(`${table}.shipping_address`)} ->> 'customer_email')`;

const spent = sql`coalesce(sum(s.total + s.extra_paid - s.amount_refunded) filter (where s.status in (${sql.join(revenueStatuses)})), 0)::float8`;

/** One statement: up to `limit` customers, those who bought last first. */
export async function listCustomerRows(
  db: Db,
  { query, after }: CustomerSearch,
  limit: number,
): Promise<{ customer: CustomerSummary; cursor: Cursor }[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
  const conditions = [
    sql`o.shipping_address ->> 'customer_email' <> ''`,
    ...words.map(customerHas),
    ...(after ? [sql`(o.created_at, o.id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : []),
  ];
  const { rows } = await sql<CustomerSummary & { cursorTime: string }>`
    select c.id, c.name, c.email, c."lastAt", c."cursorTime", sums.* from (
      select o.id, coalesce(o.shipping_address ->> 'customer_name', '') as name,
        o.shipping_address ->> 'customer_email' as email, ${isoTime(sql`o.created_at`)} as "lastAt", o.created_at,
        to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "cursorTime"
      from orders o cross join lateral (
        select n.id from orders n where ${emailOf("n")} = ${emailOf("o")} and n.cleared_at is null
        order by n.created_at desc, n.id desc limit 1) newest
      where newest.id = o.id and ${isListed} and ${sql.join(conditions, sql` and `)}
      order by o.created_at desc, o.id desc limit ${limit}) c
    cross join lateral (select count(*)::integer as orders, ${spent} as spent from orders s
      where ${emailOf("s")} = lower(c.email) and s.cleared_at is null) sums
    order by c.created_at desc, c.id desc`.execute(db);
  return rows.map(({ cursorTime, ...customer }) => ({
    customer,
    cursor: { at: cursorTime, id: customer.id },
  }));
}

/** The email of an order, message, checkout or back-in-stock request with this id, in lower case. */
const whose = (id: string) => sql`
  select lower(o.shipping_address ->> 'customer_email') as email, o.shipping_address ->> 'customer_email' as written,
    o.shipping_address ->> 'customer_name' as name, 1 as rank from orders o where o.id = ${id}
  union all select lower(m.email), m.email, m.name, 2 from contact_messages m where m.id = ${id}
  union all select lower(c.shipping_address ->> 'customer_email'), c.shipping_address ->> 'customer_email',
    c.shipping_address ->> 'customer_name', 3 from checkouts c where c.id = ${id}
  union all select q.email, q.email, '', 4 from restock_requests q where q.id = ${id}`;

/** In lower case; null when this id has no customer. */
export async function findCustomerEmail(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from (${whose(id)}) w where email <> '' order by rank limit 1`.execute(db);
  return rows[0]?.email ?? null;
}

/** An id by which the customer with this email (in lower case) is found; null: the shop knows nothing of them. */
export async function findCustomerId(db: Db, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select o.id, 1 as rank from orders o where ${emailOf("o")} = ${email} order by o.created_at desc limit 1)
      union all (select m.id, 2 from contact_messages m where lower(m.email) = ${email} order by m.created_at desc limit 1)
      union all (select c.id, 3 from checkouts c where ${emailOf("c")} = ${email} and c.state <> 'completed' limit 1)
      union all (select q.id, 4 from restock_requests q where q.email = ${email} limit 1)) known
    order by rank limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** One statement: the customer of this order, or who wrote this message; `shown` of each kind. */
export async function findCustomerRow(
  db: Db,
  id: string,
  shown: number = SHOWN_OF_CUSTOMER,
): Promise<Customer | null> {
  const { rows } = await sql<Customer>`
    with who as materialized (select *, encode(sha256(convert_to(email, 'UTF8')), 'hex') as hash
      from (${whose(id)}) w where email <> '' order by rank limit 1)
    select ${id} as id, coalesce(w.name, '') as name, w.written as email, sums.*,
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select o.id, o.number::integer as number, o.status, o.total + o.extra_paid as total, o.amount_refunded as refunded,
          ${isoTime(sql`o.created_at`)} as at
        from orders o where ${emailOf("o")} = w.email and ${isListed} order by o.created_at desc, o.id desc limit ${shown}) f) as "recentOrders",
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select m.id, m.subject, m.answered_at is not null as "isAnswered", ${isoTime(sql`m.created_at`)} as at
        from contact_messages m where lower(m.email) = w.email and not m.is_suspected
        order by m.created_at desc, m.id desc limit ${shown}) f) as messages,
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select p.id as "productId", p.name as product, r.stars, r.body as text, r.state, ${isoTime(sql`r.written_at`)} as at
        from orders o join order_items i on i.order_id = o.id join reviews r on r.order_item_id = i.id
          join products p on p.id = r.product_id
        where ${emailOf("o")} = w.email order by r.written_at desc, r.id desc limit ${shown}) f) as reviews,
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select p.id as "productId", p.name as product, i.variation as option, ${isoTime(sql`q.asked_at`)} as at,
          case when q.told_at is not null then 'told' when q.confirmed_at is not null then 'waiting' else 'asked' end as state
        from restock_requests q join inventory i on i.id = q.variant_id join products p on p.id = i.product_id
        where q.email = w.email order by q.asked_at desc, q.id desc limit ${shown}) f) as restock,
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select r.state, ${isoTime(sql`r.asked_at`)} as at
        from (select c.id from checkouts c where ${emailOf("c")} = w.email and c.state <> 'completed'
            union select o.checkout_id from orders o where ${emailOf("o")} = w.email) c
          join checkout_reminders r on r.checkout_id = c.id
        order by r.asked_at desc, r.checkout_id desc limit ${shown}) f) as reminders,
      exists (select from email_opt_outs x
        where x.kind = 'review_request' and x.email_hash = w.hash) as "isReviewsStopped",
      exists (select from email_opt_outs x
        where x.kind = 'checkout_reminder' and x.email_hash = w.hash) as "isRemindersStopped"
    from who w cross join lateral (
      select count(*)::integer as orders, ${spent} as spent, ${isoTime(sql`min(s.created_at)`)} as "firstAt"
      from orders s where ${emailOf("s")} = w.email and s.cleared_at is null) sums`.execute(db);
  return rows[0] ?? null;
}

/** What a person's data export has in addition to their page: addresses and items of orders, whole messages with their replies. */
export async function findCustomerFile(db: Db, email: string): Promise<CustomerFile> {
  const { rows } = await sql<CustomerFile>`
    select
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select o.number::integer as number, o.status, o.fulfillment, ${isoTime(sql`o.created_at`)} as at,
          o.subtotal, o.discount, o.shipping, o.tax, o.total, o.extra_paid as "paidForChanges",
          o.amount_refunded as refunded,
          o.shipping_address as "postalAddress",
          (select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'option', coalesce(i.variation, ''),
            'quantity', i.quantity - gone.units, 'price', i.price) order by i.position), '[]') from order_items i
            cross join lateral (select count(*) as units from order_units u where u.order_item_id = i.id and u.state = 'replaced') gone
            where i.order_id = o.id and i.quantity > gone.units) as items,
          (select coalesce(jsonb_agg(jsonb_build_object('carrier', p.carrier, 'trackingNumber', p.tracking_number,
            'at', ${isoTime(sql`p.created_at`)}) order by p.number), '[]') from shipments p where p.order_id = o.id) as shipments,
          (select coalesce(jsonb_agg(jsonb_build_object('at', ${isoTime(sql`t.created_at`)}, 'wish', t.wish,
            'reason', t.reason, 'note', t.note, 'answer', t.answer, 'state', t.state) order by t.created_at, t.id), '[]')
            from return_requests t where t.order_id = o.id) as returns
        from orders o where ${emailOf("o")} = ${email} order by o.created_at, o.id) f) as orders,
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select m.name, m.email, m.subject, m.message, ${isoTime(sql`m.created_at`)} as at,
          (select coalesce(jsonb_agg(jsonb_build_object('text', r.body, 'at', ${isoTime(sql`r.created_at`)})
            order by r.created_at), '[]') from message_replies r where r.message_id = m.id) as replies
        from contact_messages m where lower(m.email) = ${email} order by m.created_at, m.id) f) as messages,
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select ${isoTime(sql`c.created_at`)} as at, c.total, c.shipping_address as "postalAddress",
          (select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'option', i.variation, 'quantity', i.quantity,
            'price', i.price) order by i.name, i.variation), '[]') from checkout_items i where i.checkout_id = c.id) as items,
          (select r.state from checkout_reminders r where r.checkout_id = c.id) as reminder
        from checkouts c where ${emailOf("c")} = ${email} and c.state <> 'completed'
        order by c.created_at, c.id limit ${UNFINISHED_MAX}) f) as "unfinishedCheckouts"`.execute(db);
  return rows[0] ?? { orders: [], messages: [], unfinishedCheckouts: [] };
}

/** More than any shopper leaves while they are kept. */
const UNFINISHED_MAX = 1_000;

export type CustomerFile = {
  orders: FiledOrder[];
  messages: { subject: string; message: string; at: string; replies: { text: string; at: string }[] }[];
  /** Checkouts that no order came of. `reminder`: waiting, sent or dropped; null: they did not ask for one. */
  unfinishedCheckouts: {
    at: string;
    total: number;
    postalAddress: Record<string, string>;
    items: FiledOrder["items"];
    reminder: string | null;
  }[];
};
export type FiledOrder = {
  number: number;
  status: string;
  fulfillment: string;
  at: string;
  subtotal: number;
  discount: number;
  shipping: number;
  tax: number;
  /** As it was placed. */
  total: number;
  /** What dearer units cost more since. */
  paidForChanges: number;
  refunded: number;
  postalAddress: Record<string, string>;
  items: { name: string; option: string; quantity: number; price: number }[];
  shipments: { carrier: string; trackingNumber: string; at: string }[];
  returns: { at: string; wish: string; reason: string; note: string; answer: string; state: string }[];
};
