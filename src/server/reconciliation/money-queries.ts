// Queries for the money check's page and file.
import { type RawBuilder, sql } from "kysely";
import type { Pair } from "#domain/reconciliation/money-csv.ts";
import type { MoneyFigures, PairCounts } from "#domain/reconciliation/money-figures.ts";
import type { MoneySearch } from "#domain/reconciliation/money-search.ts";
import { isoTime } from "../db/order-rows.ts";
import type { Db } from "../db/transaction.ts";
import { type PairScope, pairSums, pairs, pairsOfTime, type Reading } from "./pairs.ts";
import type { Span } from "./provider-mirror.ts";
import { type RunState, runState } from "./run-queries.ts";

export type StoredDifference = {
  key: string;
  kind: string;
  problem: string;
  detail: string | null;
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
  run: RunState | null;
  counts: PairCounts;
  numbers: { open: number; fresh: number; explained: number };
  figures: MoneyFigures;
  /** One more than the limit when there are more. */
  differences: StoredDifference[];
  explained: StoredDifference[];
};

const differenceColumns = sql`m.key, m.kind, m.problem, m.detail, m.item_id as "itemId", m.order_id as "orderId", o.number::float8 as number,
  m.provider_amount as "providerAmount", m.provider_status as "providerStatus", m.currency, m.books_amount as "booksAmount",
  m.books_status as "booksStatus", ${isoTime(sql`m.at`)} as at, m.is_fresh as "isFresh", ${isoTime(sql`m.explained_at`)} as "explainedAt",
  m.explained_by as "explainedBy", m.note`;

const asList = (query: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(l) order by l.at desc, l.key desc), '[]') from (${query}) l)`;

/** Everything that the page shows, in one statement. */
export async function findMoney(
  db: Db,
  reading: Reading,
  { span, after, limit }: { span: Span; after: MoneySearch["after"]; limit: number },
): Promise<FoundMoney> {
  const { isLive, account } = reading;
  const mine = sql`(m.is_live = ${isLive} or m.kind = 'rule')`;
  const later = after ? sql`and (m.at, m.key) < (${after.at}::timestamptz, ${after.key})` : sql``;
  const list = (where: RawBuilder<unknown>, most: number) =>
    asList(sql`select ${differenceColumns} from differences m left join orders o on o.id = m.order_id
      where ${mine} and ${where} order by m.at desc, m.key desc limit ${most}`);
  const counted = (where: RawBuilder<unknown>) =>
    sql`(select count(*)::integer from differences m where ${mine} and ${where})`;
  const { rows } = await sql<FoundMoney>`
    select (select to_jsonb(r) from (${runState(account)}) r) as run,
      (select jsonb_build_object('payments', count(*) filter (where kind = 'payment'),
          'refunds', count(*) filter (where kind = 'refund'), 'disputes', count(*) filter (where kind = 'dispute'))
        from (select kind from provider_money where is_ours and is_live = ${isLive} and (kind <> 'payment' or status = 'succeeded')
          union all select kind from differences m where ${mine} and (problem = 'no_payment' or provider_amount is null)) pair) as counts,
      jsonb_build_object('open', ${counted(sql`m.explained_at is null and not m.is_fresh`)},
        'fresh', ${counted(sql`m.explained_at is null and m.is_fresh`)},
        'explained', ${counted(sql`m.explained_at is not null`)}) as numbers,
      (select jsonb_build_object('payments', payments, 'refunds', refunds, 'disputes', disputes, 'providerIn', provider_in,
          'providerOut', provider_out, 'booksIn', books_in, 'booksOut', books_out, 'others', (
            select count(*) from provider_money where not is_ours and is_live = ${isLive}
              and made_at >= ${span.from} and made_at < ${span.to}))
        from (select ${pairSums} from (${pairs(comparedPairs(span, account), reading)}) p) f) as figures,
      ${list(sql`m.explained_at is null ${later}`, limit + 1)} as differences,
      ${list(sql`m.explained_at is not null`, limit)} as explained`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database gave no money");
  return row;
}

/** How many differences need attention, and since when; as a fragment. Those of the last minutes do not count. */
export const openDifferences = (isLive: boolean) => sql<{ count: number; since: string | null }>`
  select count(*)::integer as count, ${isoTime(sql`min(m.first_seen)`)} as since from differences m
  where (m.is_live = ${isLive} or m.kind = 'rule') and m.explained_at is null and not m.is_fresh`;

/** Only what was made before the last run; the provider's list of anything later is not known. */
function comparedPairs(span: Span, account: string): PairScope {
  const { where } = pairsOfTime(span);
  const until = sql`coalesce((select compared_until from reconciliation where account = ${account}), '-infinity')`;
  return { where: (part) => sql`${where(part)} and ${part.at} <= ${until}` };
}

type ListedPair = Omit<Pair, "orderName"> & { number: number | null };

/** Pairs of a period in order of time. The period is short, so it is read all at once. */
export async function listPairs(db: Db, reading: Reading, span: Span): Promise<ListedPair[]> {
  const { rows } = await sql<ListedPair>`
    select p.kind, p.id as "itemId", p.intent_id as "intentId", ${isoTime(sql`p.at`)} as at,
      o.number::float8 as number, p.provider_amount as "providerAmount", p.provider_status as "providerStatus",
      p.books_amount as "booksAmount", p.books_status as "booksStatus", p.currency, p.problem,
      case when m.explained_at is not null then m.note end as note
    from (${pairs(comparedPairs(span, reading.account), reading)}) p
      left join orders o on o.id = p.order_id left join differences m on m.key = p.kind || ':' || p.id
    order by p.at, p.id collate "C"`.execute(db);
  return rows;
}
