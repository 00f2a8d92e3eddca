// The one definition of revenue, for reports and the dashboard: what orders and extra payments brought in, less refunds
// and lost disputes. An order counts once its payment has succeeded, on the day it was placed. A refund counts from the
// moment the provider has it until it fails, on the day it was made; a dispute once it is lost, on the day it was opened.
// While a dispute is open nothing of its order counts. A cleared test order never counts.
import { type RawBuilder, sql } from "kysely";
import type { Cents } from "#domain/money/money.ts";
import { bringsRevenue, refundCounts } from "../db/order-rows.ts";

/** From `from` to before `to`. */
export type TimeRange = { from: Date; to: Date };

export function isWithin(time: RawBuilder<unknown>, { from, to }: TimeRange): RawBuilder<unknown> {
  return sql`${time} >= ${from} and ${time} < ${to}`;
}

export const entryGroups = sql`coalesce(o.tax_state, '') as state, coalesce(o.discount_name, '') as "discountName"`;

/**
 * A row for each order, extra payment, refund, and lost dispute of this time. A refund without parts is for goods.
 * `taxable`: what tax was charged on, less what it was refunded for.
 */
export function salesEntries(range: TimeRange): RawBuilder<unknown> {
  return sql`
    select o.created_at as at, ${entryGroups}, 1 as orders, o.subtotal as sales, o.discount as discounts, 0 as refunds,
        o.shipping, 0 as "shippingBack", o.tax, 0 as "taxBack",
        case when o.tax > 0 then o.subtotal - o.discount + case when o.shipping_tax > 0 then o.shipping else 0 end else 0 end
          as taxable
      from orders o where ${isWithin(sql`o.created_at`, range)} and ${bringsRevenue}
    union all
    select n.ended_at, ${entryGroups}, 0, case when n.state = 'done' then c.subtotal else n.received end, 0, 0,
        0, 0, case when n.state = 'done' then c.tax else 0 end, 0,
        case when n.state = 'done' and c.tax > 0 then c.subtotal else 0 end
      from order_changes n join checkouts c on c.id = n.id join orders o on o.id = n.order_id
      where n.received is not null and ${isWithin(sql`n.ended_at`, range)} and ${bringsRevenue}
    union all
    select r.created_at, ${entryGroups}, 0, 0, 0, coalesce(r.goods + r.adjustment, r.amount),
        0, coalesce(r.shipping, 0), 0, coalesce(r.tax, 0),
        case when r.tax > 0 then -r.goods - case when r.shipping_tax > 0 then r.shipping else 0 end else 0 end
      from refunds r join orders o on o.id = r.order_id
      where ${isWithin(sql`r.created_at`, range)} and ${refundCounts} and ${bringsRevenue}
    union all
    select d.created_at, ${entryGroups}, 0, 0, 0, d.amount, 0, 0, 0, 0, 0
      from disputes d join orders o on o.id = d.order_id
      where d.status = 'lost' and ${isWithin(sql`d.created_at`, range)} and ${bringsRevenue}`;
}

/** The sum of what rows of salesEntries are worth. */
export const revenueSum = sql<Cents>`coalesce(sum(sales) - sum(discounts) - sum(refunds) + sum(shipping) - sum("shippingBack")
  + sum(tax) - sum("taxBack"), 0)::float8`;

/**
 * What orders `o` are worth. Of all orders with revenue it is the sum of salesEntries of all times; but where a refunded
 * order was disputed and lost as well, the order is worth nothing, and not less.
 */
export const orderRevenue = sql<Cents>`(coalesce(sum(o.total) + sum(o.extra_paid) - sum(o.amount_refunded), 0))::float8`;

/** What orders of this time with an open dispute would bring: the money that revenue leaves out. */
export function openDisputes(range: TimeRange): RawBuilder<Cents> {
  return sql<Cents>`(select ${orderRevenue} from orders o
    where o.status = 'disputed' and o.cleared_at is null and ${isWithin(sql`o.created_at`, range)})`;
}
