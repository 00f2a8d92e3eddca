// The columns that every reader of an order needs, named and shaped as the domain has them, so that a row is the
// order. Pages, emails and packing slips add what else they show. The statement calls the table of orders `o`.
import { type RawBuilder, sql } from "kysely";
import { type Arrival, arrivalOf } from "#domain/checkout/delivery.ts";
import { revenueStatuses } from "#domain/dashboard/dashboard.ts";
import { defaultDeliveryRules } from "#domain/settings/delivery-rules.ts";
import { likePattern } from "#domain/text/like-pattern.ts";
import { isEmail } from "#domain/text/typed/email.ts";

/** A time as text, exactly as Date.toISOString writes it. */
export const isoTime = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An order that the owner cleared, because it was a rehearsal, is in no list anymore. */
export const isListed = sql`o.cleared_at is null`;

/** Statuses that an order `o` can only have once its payment has succeeded. */
export const isPaid = sql`o.status in ('paid', 'partially_refunded', 'refunded', 'disputed')`;

/** Whether a status brings revenue: what that is, reports/sales-entries.ts says. */
export const hasRevenueStatus = sql`status in (${sql.join(revenueStatuses.map((status) => sql.lit(status)))})`;

/** Whether order `o` brings revenue. */
export const bringsRevenue = sql`o.${hasRevenueStatus} and o.cleared_at is null`;

/** Whether refund `r` counts. No provider gets a refund of nothing. */
export const refundCounts = sql`(r.provider_refund_id is not null or r.amount = 0) and refund_stage(r.status) < 2`;

/**
 * Whether name or email of the customer of order `o` has this word (in lower case) in it. Orders have an index of such
 * words. A whole email shares most of its letters with every other one, so it is looked up as it is where it is known.
 */
export function customerHas(word: string): RawBuilder<unknown> {
  const pattern = likePattern(word);
  const has = sql`lower(coalesce(o.shipping_address ->> 'customer_name', '') || ' ' ||
    coalesce(o.shipping_address ->> 'customer_email', '')) like ${pattern}`;
  if (!isEmail(word)) return has;
  const is = sql`lower(o.shipping_address ->> 'customer_email') = ${word}`;
  return sql`o.id in (select o.id from orders o where ${is} union all
    select o.id from orders o where ${has} and not exists (select from orders o where ${is}))`;
}

export const totalColumns = sql`o.subtotal, o.shipping, o.tax, o.total, nullif(o.extra_paid, 0) as "extraPaid",
  case when o.discount_name is not null then jsonb_build_object('name', o.discount_name, 'amount', o.discount) end as discount`;

export const createdColumn = sql`${isoTime(sql`o.created_at`)} as "createdAt"`;

/** What the checkout promised, for withArrival. */
export const arrivalColumn = sql`order_arrival(o.checkout_id) as arrival`;

/** An order from before the shop kept its promise, or one entered by SQL, is counted from when it came in, by the rules of that time. */
export function withArrival<Row extends { createdAt: string; arrival: Arrival | null }>(
  row: Row,
): Row & { arrival: Arrival } {
  return { ...row, arrival: row.arrival ?? arrivalOf(Date.parse(row.createdAt), defaultDeliveryRules) };
}

/** A list of OrderItem. */
export const itemsColumn = sql`order_lines(o.id) as items`;

/** How often an order was corrected: its address, email or units. */
export const correctionCountColumn = sql`
  (select count(*)::integer from order_changes n where n.order_id = o.id and n.state = 'done') as corrections`;

/** What a change of the order waits for, in cents; null: none waits for its customer's payment. */
export const waitingForColumn = sql`
  (select n.difference from order_changes n where n.order_id = o.id and n.state = 'waiting') as "waitingFor"`;

/** A list of Shipment. */
export const shipmentsColumn = sql`order_shipments(o.id) as shipments`;

/** Refunds of an order that stand. */
const standing = sql`r.order_id = o.id and refund_stage(r.status) < 2`;

/** A RefundableOrder. */
export const refundableColumn = sql`
  jsonb_build_object('taxRate', o.tax_rate, 'shipping', o.shipping, 'shippingTax', o.shipping_tax,
    'shippingBack', (select coalesce(sum(r.shipping), 0) from refunds r where ${standing}),
    'shippingTaxBack', (select coalesce(sum(r.shipping_tax), 0) from refunds r where ${standing}),
    'lines', refundable_lines(o.id)) as refundable`;

/** How many units of an item left, and were neither refunded nor exchanged since: the shop's unitsWithShopper. */
export const withShopper = (itemId: RawBuilder<unknown>) => sql`
  (select count(*) from order_units where order_item_id = ${itemId} and state in ('shipped', 'returned') and refund_id is null)`;

/** A ReturnRequest, of return_requests `r`. */
export const returnColumns = sql`
  r.id, r.wish, r.reason, r.note, r.state, r.answer, ${isoTime(sql`r.created_at`)} as at,
  (select r.kept_until::text where exists (select from return_lines l where l.return_id = r.id and l.held > 0)) as "keptUntil",
  exists (select from refunds f where f.return_id = r.id and f.amount > 0 and refund_stage(f.status) < 2) as "isPaidBack",
  (select coalesce(jsonb_agg(jsonb_build_object('itemId', i.id, 'name', i.name, 'variation', nullif(i.variation, ''),
      'quantity', l.quantity, 'received', came.received, 'settled', came.settled,
      'wanted', case when r.state in ('approved', 'received') and l.quantity > came.settled
        and ${withShopper(sql`i.id`)} = 0 then null else l.wanted end) order by i.position, i.id), '[]')
    from return_lines l join order_items i on i.id = l.order_item_id
    cross join lateral (select count(*) as received, count(*) filter (where u.state = 'replaced' or u.refund_id is not null) as settled
      from order_units u where u.return_id = r.id and u.order_item_id = i.id) came where l.return_id = r.id) as lines`;
