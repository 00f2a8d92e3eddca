// Compares what is kept of the provider with the books, and writes down what differs. Comparisons take turns, so one that
// began before a mend never writes down what it mended.
import { sql } from "kysely";
import type { Problem } from "#domain/matches/mismatch.ts";
import type { Db, Tx } from "../db/transaction.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Shop } from "../shop.ts";
import { type PairScope, pairSums, pairs, pairsOfPayments, pairsOfTime, type Reading } from "./pairs.ts";
import type { Others, Span } from "./provider-mirror.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Waits for every comparison that is under way; until the transaction ends the next one waits. */
async function takeTurn(tx: Tx): Promise<void> {
  await sql`insert into money_checks (id) values (1) on conflict (id) do nothing`.execute(tx);
  await sql`select from money_checks where id = 1 for update`.execute(tx);
}

/** The payments of pairs that differ and are not written down yet, so that they are asked for one by one first. */
export async function listSuspects(db: Db, scope: PairScope, reading: Reading, limit: number) {
  const { rows } = await sql<{ intentId: string }>`
    select distinct p.intent_id as "intentId" from (${pairs(scope, reading)}) p
    where p.problem is not null and not p.is_fresh and not exists (
      select from money_mismatches m where m.key = p.kind || ':' || p.id and m.problem = p.problem) limit ${limit}`.execute(
    db,
  );
  return rows.map(({ intentId }) => intentId);
}

/** Mismatches of the scope are replaced by those that are found now. Returns what is still wrong, by key. */
async function writeMismatches(
  tx: Tx,
  scope: PairScope,
  { reading, known }: { reading: Reading; known: ReturnType<typeof sql> },
): Promise<Map<string, Problem>> {
  const { rows } = await sql<{ key: string; problem: Problem }>`
    with broken as materialized (
      select p.*, p.kind || ':' || p.id as key from (${pairs(scope, reading)}) p where p.problem is not null
    ), gone as (
      delete from money_mismatches m where m.is_live = ${reading.isLive} and ${known}
        and not exists (select from broken b where b.key = m.key)
    ), found as (
      insert into money_mismatches as m (key, is_live, kind, problem, item_id, intent_id, order_id, provider_amount,
          provider_status, currency, books_amount, books_status, at, is_fresh, first_seen, last_seen)
      select key, ${reading.isLive}, kind, problem, id, intent_id, order_id, provider_amount, provider_status, currency,
          books_amount, books_status, date_trunc('milliseconds', at), is_fresh, ${reading.now}, ${reading.now} from broken
      on conflict (key) do update set is_live = excluded.is_live, problem = excluded.problem, intent_id = excluded.intent_id,
        order_id = excluded.order_id, provider_amount = excluded.provider_amount, provider_status = excluded.provider_status,
        currency = excluded.currency, books_amount = excluded.books_amount, books_status = excluded.books_status,
        at = excluded.at, is_fresh = excluded.is_fresh, last_seen = excluded.last_seen,
        -- What was explained was another difference.
        explained_at = case when (m.problem, m.provider_amount, m.provider_status, m.books_amount) is not distinct from
          (excluded.problem, excluded.provider_amount, excluded.provider_status, excluded.books_amount) then m.explained_at end
    )
    select key, problem from broken`.execute(tx);
  return new Map(rows.map(({ key, problem }) => [key, problem]));
}

/**
 * Whole days (UTC) that were read at `readAt`: `others` and the time of the check are written down with their sums. What
 * was made later is left for the next check: only one side of it is known.
 */
export async function compareSpan(
  shop: Shop,
  span: Span,
  { reading, others, readAt }: { reading: Reading; others: Others; readAt: Date },
): Promise<void> {
  const until = Math.min(readAt.getTime() + 1, span.to.getTime());
  const read = { from: span.from, to: new Date(until) };
  await inTransaction(shop, async (tx) => {
    await takeTurn(tx);
    await compareDays(tx, read, reading);
    const aside = Object.fromEntries(others);
    await sql`
      insert into money_days as d (is_live, day, account, checked_at, payments, refunds, disputes, provider_in, provider_out,
          books_in, books_out, others)
      select ${reading.isLive}, s.day, ${reading.account}, ${readAt}, ${sumNames},
          coalesce((${JSON.stringify(aside)}::jsonb ->> s.day::text)::integer, 0)
        from (${daySums(span, pairsOfTime(read), reading)}) s
      on conflict (is_live, day) do update set account = excluded.account, checked_at = excluded.checked_at,
        others = excluded.others, ${replaceSums}`.execute(tx);
  });
}

const SUMS = [
  "payments",
  "refunds",
  "disputes",
  "provider_in",
  "provider_out",
  "books_in",
  "books_out",
] as const;
const sumNames = sql.join(SUMS.map((name) => sql.ref(`s.${name}`)));
const replaceSums = sql.join(SUMS.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));

const daySums = ({ from, to }: Span, scope: PairScope, reading: Reading) => sql`
  select day.day::date as day, ${pairSums}
  from generate_series((${from}::timestamptz at time zone 'UTC')::date,
      ((${to}::timestamptz - interval '1 day') at time zone 'UTC')::date, interval '1 day') as day (day)
    left join (${pairs(scope, reading)}) p on (p.at at time zone 'UTC')::date = day.day::date
  group by 1`;

function compareDays(tx: Tx, span: Span, reading: Reading) {
  const known = sql`m.at >= ${span.from} and m.at < ${span.to}`;
  return writeMismatches(tx, pairsOfTime(span), { reading, known });
}

/**
 * Compares some payments with all that is of them, and adds up their days again. `days`: also these, as they were before
 * the provider was asked. Returns the problems that are left, by the key of the mismatch.
 */
export async function comparePayments(
  tx: Tx,
  intentIds: readonly string[],
  { reading, days = [] }: { reading: Reading; days?: readonly string[] },
): Promise<Map<string, Problem>> {
  await takeTurn(tx);
  const known = sql`m.intent_id = any(${[...intentIds]}::text[])`;
  const scope = pairsOfPayments(intentIds);
  const left = await writeMismatches(tx, scope, { reading, known });
  for (const day of new Set([...days, ...(await daysOfPayments(tx, intentIds, reading))])) {
    const from = new Date(`${day}T00:00:00Z`);
    const span = { from, to: new Date(from.getTime() + DAY_MS) };
    await sql`update money_days d set ${sql.join(SUMS.map((name) => sql`${sql.ref(name)} = ${sql.ref(`s.${name}`)}`))}
      from (${daySums(span, comparedPairs(span, reading), reading)}) s where d.is_live = ${reading.isLive} and d.day = s.day`.execute(
      tx,
    );
  }
  return left;
}

/** Of a day, what was made until it was read last. */
function comparedPairs(span: Span, { isLive }: Reading): PairScope {
  const { where } = pairsOfTime(span);
  const readAt = sql`(select max(checked_at) from money_days where is_live = ${isLive}
    and day = (${span.from}::timestamptz at time zone 'UTC')::date)`;
  return { where: (part) => sql`${where(part)} and ${part.at} <= ${readAt}` };
}

/** The days (UTC) to whose sums these payments belong. */
export async function daysOfPayments(
  db: Db,
  intentIds: readonly string[],
  reading: Reading,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (p.at at time zone 'UTC')::date::text as day from (${pairs(pairsOfPayments(intentIds), reading)}) p`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}
