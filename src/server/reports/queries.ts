// The SQL of sales reports. It reads sums of days, months, quarters, and years that are kept
// (db/functions/recount-report-days.sql), so a report over ten years costs little more than one over a month, however
// many orders there were.
import { type RawBuilder, sql } from "kysely";
import { type KeptSum, sumsOfReport } from "#domain/reports/kept-sums.ts";
import type { DaysOf } from "#domain/reports/report-period.ts";
import {
  isOfPieces,
  type ReportFigures,
  type ReportKind,
  type ReportRow,
} from "#domain/reports/sales-report.ts";
import type { Db } from "../db/transaction.ts";

/**
 * `left`: days that are not up to date. `first`, `last`: the days with the first and last figures before these were
 * brought up to date; null for none.
 */
export type ReportClock = {
  left: number;
  today: string;
  timeZone: string;
  first: string | null;
  last: string | null;
};

const ALL_DAYS: DaysOf = { from: "0001-01-01", to: "9999-12-31" };

/**
 * Brings at most `limit` of these days up to date, the latest first, tells how many of them are left, and the shop's day
 * of this moment. One statement.
 */
export async function recountReportDays(
  db: Db,
  now: Date,
  limit: number,
  { from, to } = ALL_DAYS,
): Promise<ReportClock> {
  const { rows } = await sql<ReportClock>`
    select recount_report_days(${from}::date, ${to}::date, ${limit}) as left,
      shop_day(${now}::timestamptz)::text as today, shop_time_zone() as "timeZone",
      (select min(since)::text from report_figures where span = 'day' and by = 'state') as first,
      (select max(since)::text from report_figures where span = 'day' and by = 'state') as last`.execute(db);
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

const columns = sql.join(names.map(([column]) => sql`f.${sql.ref(column)}`));
/** Of kept rows `f`. */
const sums = sql.join(
  names.map(([column, name]) => sql`coalesce(sum(f.${sql.ref(column)}), 0)::float8 as ${sql.ref(name)}`),
);

/** What a report is about. `sums`: those that are kept of its days. */
export type Asked = { kind: ReportKind; days: DaysOf; isByMonth: boolean; sums: readonly KeptSum[] };

/** A day is what its states are together. */
const keptBy = (kind: ReportKind) => (kind === "day" ? "state" : kind);

/** Sums as a table `u`. */
const tableOf = (kept: readonly KeptSum[]) =>
  sql`unnest(${kept.map(({ span }) => span)}::text[], ${kept.map(({ since }) => since)}::date[]) u (span, since)`;

const union = (selects: readonly RawBuilder<unknown>[]) => sql.join(selects, sql` union all `);

/**
 * What is selected of the rows `f` of these sums that are kept by this. Named span by span, so that the database knows
 * about how many rows it is asked for.
 */
function selectBy(by: string, kept: readonly KeptSum[], selected: RawBuilder<unknown>): RawBuilder<unknown> {
  const spans = Map.groupBy(kept, ({ span }) => span);
  return union(
    [...spans].map(
      ([span, sums]) => sql`select ${selected} from report_figures f where f.span = ${sql.lit(span)}
        and f.by = ${sql.lit(by)} and f.since = any (${sums.map(({ since }) => since)}::date[])`,
    ),
  );
}

/** Rows of figures `t` as ReportRows, in the order of their `place`. */
function toldRows(kind: ReportKind, t: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(to_jsonb(told) - 'place' order by place), '[]') from (
    select *, split_part(key, E'\t', 2) as option, ${nameOf(kind)} as name from ${t}) told)`;
}

/** `place`, `key`, and figures of the first rows as `shown`, and the number of all as `counted`. There are few of these kinds. */
function firstOfFew(asked: Asked, limit: number): RawBuilder<unknown> {
  const { kind, isByMonth } = asked;
  const day = isByMonth ? sql`date_trunc('month', f.since)::date::text` : sql`f.since::text`;
  const order =
    kind === "day" ? sql`key desc` : sql`key = '', sales - discounts - refunds desc, key collate "C"`;
  return sql`
    known as materialized (
      select ${kind === "day" ? day : sql`f.key`} as key, ${sums}
        from (${selectBy(keptBy(kind), asked.sums, sql`f.since, f.key, ${columns}`)}) f group by 1
    ), counted as (select count(*)::integer as count from known),
    shown as (select row_number() over (order by ${order}) as place, * from known order by ${order} limit ${limit})`;
}

/** Products have no sums of single days: theirs are those of their options. */
const dayKey = (kind: ReportKind) => (kind === "product" ? sql`split_part(f.key, E'\t', 1)` : sql`f.key`);

function splitSums(kept: readonly KeptSum[]): { long: KeptSum[]; days: KeptSum[] } {
  const isDay = ({ span }: KeptSum) => span === "day";
  return { long: kept.filter((each) => !isDay(each)), days: kept.filter(isDay) };
}

/** The same of products and options, of which there may be many: all figures are added up of those that are shown. */
function firstOfMany(asked: Asked, limit: number): RawBuilder<unknown> {
  const { kind, sums: kept } = asked;
  const { long, days } = splitSums(kept);
  const order = sql`key = '', net desc, key collate "C"`;
  // Each is looked up by itself ("offset 0"): to read all rows of a year for some of them takes a hundred times as long.
  const ofLong = sql`select first.place, first.key, ${columns} from first cross join ${tableOf(long)},
    lateral (select * from report_figures f where f.span = u.span and f.by = ${sql.lit(kind)} and f.since = u.since
      and f.key = first.key offset 0) f`;
  const ofDays = sql`select first.place, first.key, ${columns}
    from (${selectBy("option", days, sql`${dayKey(kind)} as key, ${columns}`)}) f join first on first.key = f.key`;
  const parts = [...(long.length > 0 ? [ofLong] : []), ...(days.length > 0 ? [ofDays] : [])];
  return sql`
    ${knownOfMany(asked, limit)}, early as materialized (
      select key, net from known order by ${order} limit ${limit}
    ), first as materialized (select row_number() over (order by ${order}) as place, key from early),
    shown as (select f.place, f.key, ${sums} from (${union(parts)}) f group by f.place, f.key)`;
}

/**
 * The net sales of those that may be shown as `known`, and the number of all as `counted`. Of one sum the index has them
 * in their order; what is for no certain items comes last, so it may be among them in vain.
 */
function knownOfMany(asked: Asked, limit: number): RawBuilder<unknown> {
  const [sum, ...more] = asked.sums;
  if (sum && more.length === 0 && sum.span !== "day") {
    const rows = sql`from report_figures where span = ${sql.lit(sum.span)} and by = ${sql.lit(asked.kind)}
      and since = ${sum.since}::date`;
    return sql`known as (select key, net ${rows} order by net desc, key collate "C" limit ${limit + 1}),
      counted as (select count(*)::integer as count ${rows})`;
  }
  const { long, days } = splitSums(asked.sums);
  const nets = [
    ...(long.length > 0 ? [selectBy(asked.kind, long, sql`f.key, f.net::float8 as net`)] : []),
    ...(days.length > 0
      ? [selectBy("option", days, sql`${dayKey(asked.kind)} as key, f.net::float8 as net`)]
      : []),
  ];
  return sql`known as materialized (select key, sum(net) as net from (${union(nets)}) f group by key),
    counted as (select count(*)::integer as count from known)`;
}

export type FoundReport = { rows: ReportRow[]; sum: ReportFigures; count: number; daysDue: number };

/** `isOfDays`: whether what was read has figures of no other days. */
type Read = { isOfDays: boolean };

/**
 * The sum of all the time was chosen before this statement began, and it takes in each day as soon as that has figures.
 * So only the statement that reads it can tell that it is still of these days alone.
 */
function isOfDays({ days: { from, to }, sums }: Asked): RawBuilder<boolean> {
  if (sums.every(({ span }) => span !== "ever")) return sql`true`;
  const none = (condition: RawBuilder<unknown>) =>
    sql`not exists (select from report_figures where span = 'day' and by = 'state' and ${condition})`;
  return sql`${none(sql`since < ${from}::date`)} and ${none(sql`since > ${to}::date`)}`;
}

/** Reads it, and once more from the sums of its days where others came in. */
async function readOfDays<Found extends Read>(
  asked: Asked,
  read: (asked: Asked) => Promise<Found>,
): Promise<Found> {
  const found = await read(asked);
  return found.isOfDays ? found : read({ ...asked, sums: sumsOfReport(asked.days, "of all", null) });
}

/**
 * The first `limit` rows of a report, those with most net sales first (days: the latest first), and the sum of all. One
 * statement, and a second one where the sum of all the time has other days by now.
 */
export async function findReport(db: Db, asked: Asked, limit: number): Promise<FoundReport> {
  const { isOfDays: _, ...found } = await readOfDays(asked, (now) => readReport(db, now, limit));
  return found;
}

async function readReport(db: Db, asked: Asked, limit: number): Promise<FoundReport & Read> {
  const { kind, days } = asked;
  const { rows } = await sql<FoundReport & Read>`
    with ${isOfPieces(kind) ? firstOfMany(asked, limit) : firstOfFew(asked, limit)}
    select ${toldRows(kind, sql`shown`)} as rows,
      (select to_jsonb(total) from (
        select ${sums} from (${selectBy(isOfPieces(kind) ? "all" : keptBy(kind), asked.sums, columns)}) f) total) as sum,
      (select count from counted) as count,
      (select count(distinct day)::integer from report_days_due
        where day between ${days.from}::date and ${days.to}::date) as "daysDue",
      ${isOfDays(asked)} as "isOfDays"`.execute(db);
  return rows[0] as FoundReport & Read;
}

/**
 * The next `limit` rows in the order of their keys; not of days, which a page has room for. The first keys of a report are
 * among the first ones of each of its sums. As many statements as findReport.
 */
export async function listReportRows(db: Db, asked: Asked, part: Part): Promise<ReportRow[]> {
  return (await readOfDays(asked, (now) => readRows(db, now, part))).rows;
}

type Part = { limit: number; after: string | null };

async function readRows(db: Db, asked: Asked, { limit, after }: Part): Promise<{ rows: ReportRow[] } & Read> {
  const { kind, sums: kept } = asked;
  const later = (key: RawBuilder<unknown>) => (after === null ? sql`true` : sql`${key} > ${after}`);
  const inOrder = sql`select f.key, ${columns} from ${tableOf(kept)}, lateral (select * from report_figures f
    where f.span = u.span and f.by = ${sql.lit(kind)} and f.since = u.since and ${later(sql`f.key`)}
    order by f.key limit ${limit}) f`;
  const { days } = splitSums(kept);
  const ofOptions = sql`select f.key, ${columns}
    from (${selectBy("option", days, sql`${dayKey(kind)} as key, ${columns}`)}) f where ${later(sql`f.key`)}`;
  const { rows } = await sql<{ rows: ReportRow[] } & Read>`
    with shown as (
      select row_number() over (order by f.key) as place, f.key, ${sums}
        from (${kind === "product" && days.length > 0 ? union([inOrder, ofOptions]) : inOrder}) f group by f.key order by f.key limit ${limit}
    )
    select ${toldRows(kind, sql`shown`)} as rows, ${isOfDays(asked)} as "isOfDays"`.execute(db);
  return rows[0] as { rows: ReportRow[] } & Read;
}

/** Of a product that is gone, as it was sold. */
function nameOf(kind: ReportKind): RawBuilder<unknown> {
  if (!isOfPieces(kind)) return sql`null::text`;
  const id = sql`nullif(split_part(key, E'\t', 1), '')::uuid`;
  return sql`coalesce((select p.name from products p where p.id = ${id}),
    (select i.name from order_items i where i.product_id = ${id} limit 1))`;
}
