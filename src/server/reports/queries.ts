// The SQL of sales reports. A report adds up its orders, lines, and refunds when it is asked for, in one statement:
// at 300,000 orders with 600,000 lines that takes less than a second.
import { type RawBuilder, sql } from "kysely";
import type { DaysOf } from "#domain/reports/report-period.ts";
import {
  DELETED_PRODUCTS,
  isOfUnits,
  type ReportFigures,
  type ReportKind,
  type SalesReport,
} from "#domain/reports/sales-report.ts";
import { spanOfDays } from "#domain/text/dates.ts";
import { bringsRevenue, refundCounts } from "../db/order-rows.ts";
import type { Db } from "../db/transaction.ts";
import { entryGroups, isWithin, openDisputes, salesEntries, type TimeRange } from "./sales-entries.ts";

const figures = [
  ...["orders", "units", "unitsBack", "sales", "discounts", "refunds"],
  ...["shipping", "shippingBack", "tax", "taxBack", "taxable"],
] as (keyof ReportFigures)[];

const sums = sql.join(
  figures.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`),
);

export type ReportRequest = {
  kind: Exclude<ReportKind, "collection">;
  days: DaysOf;
  isByMonth: boolean;
  timeZone: string;
};

const soldLine = sql`orders o join order_items i on i.order_id = o.id and i.replaces is null`;
const refundedUnit = sql`refund_units l join order_units u on u.id = l.unit_id join refunds r on r.id = l.refund_id
  join orders o on o.id = r.order_id`;

/** `key` and figures of each row, for reports about whole orders. */
function orderRows({ kind, isByMonth, timeZone }: ReportRequest, range: TimeRange): RawBuilder<unknown> {
  const day = sql`at at time zone ${timeZone}::text`;
  const key = {
    day: isByMonth ? sql`date_trunc('month', ${day})::date` : sql`(${day})::date`,
    state: sql`state`,
    discount: sql`"discountName"`,
  }[kind as "day" | "state" | "discount"];
  return sql`
    select key::text as key, ${sums} from (
      select ${key} as key, sum(orders) as orders, 0 as units, 0 as "unitsBack", sum(sales) as sales,
          sum(discounts) as discounts, sum(refunds) as refunds, sum(shipping) as shipping,
          sum("shippingBack") as "shippingBack", sum(tax) as tax, sum("taxBack") as "taxBack", sum(taxable) as taxable
        from (${salesEntries(range)}) entry group by 1
      union all
      select ${key}, 0, sum(quantity), sum(back), 0, 0, 0, 0, 0, 0, 0, 0 from (
        select o.created_at as at, ${entryGroups}, i.quantity, 0 as back from ${soldLine}
          where ${isWithin(sql`o.created_at`, range)} and ${bringsRevenue}
        union all
        select r.created_at, ${entryGroups}, 0, 1 from ${refundedUnit}
          where ${isWithin(sql`r.created_at`, range)} and ${refundCounts} and ${bringsRevenue}) unit group by 1
    ) part group by key`;
}

/**
 * The same for reports about items. A unit that was swapped, however often, is refunded as the line that was sold first. Few lines
 * replace another one, and only those lead back to it. Extra payments and refunds without lines are for no certain items.
 * A product counts for the category that it is in now.
 */
function lineRows({ kind }: ReportRequest, range: TimeRange): RawBuilder<unknown> {
  const item = sql`i.product_id, ${kind === "option" ? sql`i.variation` : sql`null::text`} as variation`;
  const itemKey = {
    category: sql`coalesce((select p.category from products p where p.id = product_id), ${DELETED_PRODUCTS})`,
    product: sql`coalesce(product_id::text, '')`,
    option: sql`coalesce(product_id::text, '') || E'\t' || coalesce(variation, '')`,
  }[kind as "category" | "product" | "option"];
  const key = sql`case when product_id is null and variation is null then '' else ${itemKey} end`;
  return sql`
    with returned as materialized (
      select case when i.replaces is null then i.id else (
            with recursive earlier as (
              select i.id, i.replaces union select e.id, e.replaces from earlier join order_items e on e.id = earlier.replaces
            ) select id from earlier where replaces is null) end as item_id, u.paid_cents
        from ${refundedUnit} join order_items i on i.id = u.order_item_id
        where ${isWithin(sql`r.created_at`, range)} and ${refundCounts} and ${bringsRevenue})
    select ${key} as key, ${sums} from (
      select part.*, 0 as shipping, 0 as "shippingBack", 0 as tax, 0 as "taxBack", 0 as taxable from (
        select ${item}, count(*) as orders, sum(i.quantity) as units, 0 as "unitsBack",
            sum(i.price::float8 * i.quantity) as sales, sum(i.discount_cents) as discounts, 0 as refunds
          from ${soldLine} where ${isWithin(sql`o.created_at`, range)} and ${bringsRevenue} group by 1, 2
        union all
        select ${item}, 0, 0, 1, 0, 0, b.paid_cents from returned b join order_items i on i.id = b.item_id
        union all
        select null, null, 0, 0, 0, sum(sales), 0, sum(refunds) - (select coalesce(sum(paid_cents), 0) from returned)
          from (${salesEntries(range)}) entry where orders = 0) part
    ) line group by 1
    having sum(orders) <> 0 or sum("unitsBack") <> 0 or sum(refunds) <> 0 or sum(sales) <> 0`;
}

/** Of a product that is gone, as it was sold. */
function nameOf(kind: ReportRequest["kind"]): RawBuilder<unknown> {
  if (kind === "category") return sql`(select c.name from categories c where c.id = key)`;
  if (!isOfUnits(kind)) return sql`null::text`;
  const id = sql`nullif(split_part(key, E'\t', 1), '')::uuid`;
  return sql`coalesce((select p.name from products p where p.id = ${id}),
    (select i.name from order_items i where i.product_id = ${id} limit 1))`;
}

export type FoundReport = Pick<SalesReport, "rows" | "sum" | "count" | "openDisputes">;

/**
 * The first `limit` rows of a report, those with most net sales first (days: the latest first), and the sum of all. One
 * statement.
 */
export async function findReport(
  db: Db,
  request: ReportRequest,
  { limit }: { limit: number },
): Promise<FoundReport> {
  const { kind } = request;
  const range = spanOfDays(request.days, request.timeZone);
  const order =
    kind === "day" ? sql`key desc` : sql`key = '', sales - discounts - refunds desc, key collate "C"`;
  const { rows } = await sql<FoundReport>`
    with known as materialized (${isOfUnits(kind) ? lineRows(request, range) : orderRows(request, range)})
    select (select count(*)::integer from known) as count,
      (select to_jsonb(total) from (select ${sums} from known) total) as sum,
      (select coalesce(jsonb_agg(to_jsonb(shown) - 'place' order by place), '[]') from (
        select row_number() over (order by ${order}) as place, *, split_part(key, E'\t', 2) as option, ${nameOf(kind)} as name
          from known order by ${order} limit ${limit}) shown) as rows,
      ${openDisputes(range)} as "openDisputes"`.execute(db);
  return rows[0] as FoundReport;
}
