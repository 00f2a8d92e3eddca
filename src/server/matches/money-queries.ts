// What the page and the file of money matches read.
import { type RawBuilder, sql } from "kysely";
import type { Pair } from "#domain/matches/money-csv.ts";
import type { MoneyFigures, PairCounts } from "#domain/matches/money-figures.ts";
import type { MoneySearch } from "#domain/matches/money-search.ts";
import type { Db } from "../db/transaction.ts";
import { isoTime } from "../order-rows.ts";
import { type CheckState, checkState } from "./check-queries.ts";
import { type PairScope, pairSums, pairs, pairsOfTime, type Reading } from "./pairs.ts";
import type { Span } from "./provider-mirror.ts";

const DAY_MS = 24 * 60 * 60_000;

export type StoredMismatch = {
  key: string;
  kind: string;
  problem: string;
  itemId: string;
  orderId: string | null;
  number: number | null;
  providerAmount: number | null;
  providerStatus: string | null;
  currency: string | null;
  booksAmount: number | null;
  booksStatus: string | null;
  /** ISO times. */
  at: string;
  isFresh: boolean;
  explainedAt: string | null;
  explainedBy: string | null;
  note: string | null;
};

export type FoundMoney = {
  check: CheckState | null;
  counts: PairCounts;
  numbers: { open: number; fresh: number; explained: number };
  figures: MoneyFigures;
  /** One more than the limit when there are more. */
  mismatches: StoredMismatch[];
  explained: StoredMismatch[];
};

const mismatchColumns = sql`m.key, m.kind, m.problem, m.item_id as "itemId", m.order_id as "orderId", o.number::float8 as number,
  m.provider_amount as "providerAmount", m.provider_status as "providerStatus", m.currency, m.books_amount as "booksAmount",
  m.books_status as "booksStatus", ${isoTime(sql`m.at`)} as at, m.is_fresh as "isFresh", ${isoTime(sql`m.explained_at`)} as "explainedAt",
  m.explained_by as "explainedBy", m.note`;

const asList = (query: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(l) order by l.at desc, l.key desc), '[]') from (${query}) l)`;

/** Whole days (UTC) of a span, whose sums are kept, and the rest before and after them. */
function splitSpan({ from, to }: Span): { days: Span | null; rest: Span[] } {
  const first = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const last = new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS);
  if (first >= last) return { days: null, rest: [{ from, to }] };
  const rest = [
    { from, to: first },
    { from: last, to },
  ];
  return { days: { from: first, to: last }, rest: rest.filter((part) => part.from < part.to) };
}

/** Everything that the page shows, in one statement. */
export async function findMoney(
  db: Db,
  reading: Reading,
  { span, after, limit }: { span: Span; after: MoneySearch["after"]; limit: number },
): Promise<FoundMoney> {
  const { isLive, account } = reading;
  const mine = sql`m.is_live = ${isLive}`;
  const later = after ? sql`and (m.at, m.key) < (${after.at}::timestamptz, ${after.key})` : sql``;
  const list = (where: RawBuilder<unknown>, most: number) =>
    asList(sql`select ${mismatchColumns} from money_mismatches m left join orders o on o.id = m.order_id
      where ${mine} and ${where} order by m.at desc, m.key desc limit ${most}`);
  const counted = (where: RawBuilder<unknown>) =>
    sql`(select count(*)::integer from money_mismatches m where ${mine} and ${where})`;
  const { days, rest } = splitSpan(span);
  const parts = [
    ...(days
      ? [
          sql`select payments, refunds, disputes, provider_in, provider_out, books_in, books_out, others from money_days d
            where d.is_live = ${isLive} and d.day >= (${days.from}::timestamptz at time zone 'UTC')::date
              and d.day < (${days.to}::timestamptz at time zone 'UTC')::date`,
        ]
      : []),
    ...rest.map(
      (part) => sql`select ${pairSums}, 0 from (${pairs(comparedPairs(part, account), reading)}) p`,
    ),
  ];
  const { rows } = await sql<FoundMoney>`
    select (select to_jsonb(c) from (${checkState(account)}) c) as "check",
      (select jsonb_build_object('payments', coalesce(sum(payments), 0), 'refunds', coalesce(sum(refunds), 0),
        'disputes', coalesce(sum(disputes), 0)) from money_days where is_live = ${isLive}) as counts,
      jsonb_build_object('open', ${counted(sql`m.explained_at is null and not m.is_fresh`)},
        'fresh', ${counted(sql`m.explained_at is null and m.is_fresh`)},
        'explained', ${counted(sql`m.explained_at is not null`)}) as numbers,
      (select jsonb_build_object('payments', coalesce(sum(payments), 0), 'refunds', coalesce(sum(refunds), 0),
          'disputes', coalesce(sum(disputes), 0), 'providerIn', coalesce(sum(provider_in), 0),
          'providerOut', coalesce(sum(provider_out), 0), 'booksIn', coalesce(sum(books_in), 0),
          'booksOut', coalesce(sum(books_out), 0), 'others', coalesce(sum(others), 0))
        from (${sql.join(parts, sql` union all `)}) f (payments, refunds, disputes, provider_in, provider_out, books_in, books_out, others)) as figures,
      ${list(sql`m.explained_at is null ${later}`, limit + 1)} as mismatches,
      ${list(sql`m.explained_at is not null`, limit)} as explained`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database gave no money");
  return row;
}

/** How many have to be looked at, and since when; as a statement. Those of the last minutes do not count. */
export const openMismatches = (isLive: boolean) => sql<{ count: number; since: string | null }>`
  select count(*)::integer as count, ${isoTime(sql`min(m.first_seen)`)} as since from money_mismatches m
  where m.is_live = ${isLive} and m.explained_at is null and not m.is_fresh`;

/** What was made until the last check: of what came later only the books know. */
function comparedPairs(span: Span, account: string): PairScope {
  const { where } = pairsOfTime(span);
  const until = sql`coalesce((select compared_until from money_checks where account = ${account}), '-infinity')`;
  return { where: (part) => sql`${where(part)} and ${part.at} <= ${until}` };
}

/** Days (UTC) of a span in which anything was compared, as the beginnings of the days. */
export async function listPairDays(db: Db, { isLive }: Reading, { from, to }: Span): Promise<Date[]> {
  const { rows } = await sql<{ from: Date }>`
    select day::timestamp at time zone 'UTC' as from from money_days where is_live = ${isLive}
      and day between (${from}::timestamptz at time zone 'UTC')::date and (${to}::timestamptz at time zone 'UTC')::date
      and payments + refunds + disputes > 0 order by day`.execute(db);
  return rows.map((row) => row.from);
}

type ListedPair = Omit<Pair, "orderName"> & { number: number | null; cursor: string };

/** Pairs of a span in the order of their time, after one of them. The span is short: each read begins with all of it. */
export async function listPairs(
  db: Db,
  reading: Reading,
  { span, after, limit }: { span: Span; after: { at: string; id: string } | null; limit: number },
): Promise<ListedPair[]> {
  const later = after
    ? sql`where (at, id collate "C") > (${after.at}::timestamptz, ${after.id} collate "C")`
    : sql``;
  const { rows } = await sql<ListedPair>`
    select p.kind, p.id as "itemId", p.intent_id as "intentId", ${isoTime(sql`p.at`)} as at, p.at::text as cursor,
      o.number::float8 as number, p.provider_amount as "providerAmount", p.provider_status as "providerStatus",
      p.books_amount as "booksAmount", p.books_status as "booksStatus", p.currency, p.problem,
      case when m.explained_at is not null then m.note end as note
    from (select * from (${pairs(comparedPairs(span, reading.account), reading)}) of_span ${later}
        order by at, id collate "C" limit ${limit}) p
      left join orders o on o.id = p.order_id left join money_mismatches m on m.key = p.kind || ':' || p.id
    order by p.at, p.id collate "C"`.execute(db);
  return rows;
}
