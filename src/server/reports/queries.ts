// The SQL of sales reports. It reads sums of months and days that are kept (db/functions/recount-report-day.sql), so a
// report over ten years costs little more than one over a month, however many orders there were.
import { type RawBuilder, sql } from "kysely";
import { type DaysOf, splitPeriod } from "#domain/reports/report-period.ts";
import type { ReportFigures, ReportKind, ReportRow } from "#domain/reports/sales-report.ts";
import type { Db } from "../db/transaction.ts";

/** `left`: days that are not up to date. */
export type ReportClock = { left: number; today: string; timeZone: string };

/** Brings at most `limit` days up to date, the latest first, and tells the shop's day of this moment. One statement. */
export async function recountReportDays(db: Db, now: Date, limit: number): Promise<ReportClock> {
  const { rows } = await sql<ReportClock>`
    select recount_report_days('0001-01-01', '9999-12-31', ${limit}) as left,
      shop_day(${now}::timestamptz)::text as today, shop_time_zone() as "timeZone"`.execute(db);
  return rows[0] as ReportClock;
}

const names = [
  ["orders", "orders"],
  ["units", "units"],
  ["units_back", "unitsBack"],
  ["sales", "sales"],
  ["discounts", "discounts"],
  ["refunds", "refunds"],
  ["shipping", "shipping"],
  ["shipping_back", "shippingBack"],
  ["tax", "tax"],
  ["tax_back", "taxBack"],
] as const satisfies (readonly [string, keyof ReportFigures])[];

const columns = sql.join(names.map(([column]) => sql.ref(column)));
const sums = sql.join(
  names.map(([column, name]) => sql`sum(${sql.ref(column)})::float8 as ${sql.ref(name)}`),
);

/** The kept rows of a period: whole months by their month, the rest by days. */
function kept(kind: ReportKind, period: DaysOf, isByMonth: boolean): RawBuilder<unknown> {
  const by = kind === "day" ? "state" : kind === "product" ? "option" : kind;
  const { months, days } =
    kind === "day" && !isByMonth ? { months: null, days: [period] } : splitPeriod(period);
  const parts = [
    ...days.map((part) => ["day", part] as const),
    ...(months ? [["month", months] as const] : []),
  ];
  return sql.join(
    parts.map(
      ([span, { from, to }]) => sql`select since, key, ${columns} from report_figures
        where span = ${sql.lit(span)} and by = ${sql.lit(by)} and since between ${from}::date and ${to}::date`,
    ),
    sql` union all `,
  );
}

/** What the rows are added up by. */
function keyOf(kind: ReportKind, isByMonth: boolean): RawBuilder<unknown> {
  if (kind === "day") return isByMonth ? sql`date_trunc('month', since)::date::text` : sql`since::text`;
  if (kind === "product") return sql`split_part(key, E'\t', 1)`;
  return sql`key`;
}

export type FoundReport = { rows: ReportRow[]; sum: ReportFigures; count: number; daysDue: number };

/**
 * The first `limit` rows of a report, those with most net sales first (days: the latest first), and the sum of all. One
 * statement. With `after` in the order of their keys, only those that come later; a key of null begins.
 */
export async function findReport(
  db: Db,
  { kind, days, isByMonth }: { kind: ReportKind; days: DaysOf; isByMonth: boolean },
  { limit, after = null }: { limit: number; after?: { key: string | null } | null },
): Promise<FoundReport> {
  const order = after
    ? sql`key collate "C"`
    : kind === "day"
      ? sql`key desc`
      : sql`key = '', sales - discounts - refunds desc, key collate "C"`;
  const later = after && after.key !== null ? sql`where key collate "C" > ${after.key}` : sql``;
  const all = sql`jsonb_build_object(${sql.join(
    names.map(([, name]) => sql`${sql.lit(name)}, coalesce(sum(${sql.ref(name)}), 0)`),
  )})`;
  const { rows } = await sql<FoundReport>`
    with known as materialized (
      select ${keyOf(kind, isByMonth)} as key, ${sums} from (${kept(kind, days, isByMonth)}) kept group by 1
    ), shown as (select * from known ${later} order by ${order} limit ${limit}),
    named as (
      select shown.*, split_part(key, E'\t', 2) as option, ${nameOf(kind)} as name, row_number() over (order by ${order}) as place
        from shown
    )
    select (select coalesce(jsonb_agg(to_jsonb(named) - 'place' order by place), '[]') from named) as rows,
      (select ${all} from known) as sum, (select count(*)::integer from known) as count,
      (select count(distinct day)::integer from report_days_due
        where day between ${days.from}::date and ${days.to}::date) as "daysDue"`.execute(db);
  return rows[0] as FoundReport;
}

/** Of a product that is gone, as it was sold. */
function nameOf(kind: ReportKind): RawBuilder<unknown> {
  if (kind !== "product" && kind !== "option") return sql`null::text`;
  const id = sql`nullif(split_part(key, E'\t', 1), '')::uuid`;
  return sql`coalesce((select p.name from products p where p.id = ${id}),
    (select i.name from order_items i where i.product_id = ${id} limit 1))`;
}
