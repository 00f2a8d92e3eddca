// The SQL of the check that is under way: who does it, which days are next, and how it ended.
import { sql } from "kysely";
import type { Db } from "../db/transaction.ts";
import { isoTime } from "../order-rows.ts";
import type { Reading } from "./pairs.ts";

export type CheckState = {
  /** ISO times. */
  askedAt: string | null;
  startedAt: string | null;
  hasLookedBack: boolean;
  leasedUntil: string | null;
  triedAt: string | null;
  failing: { since: string; error: string } | null;
  /** With the key of now; null: never. */
  comparedUntil: string | null;
};

export const noCheck: CheckState = {
  ...{ askedAt: null, startedAt: null, hasLookedBack: false, leasedUntil: null, triedAt: null },
  ...{ failing: null, comparedUntil: null },
};

/** The row as a statement; there is none before the first check. */
export const checkState = (account: string) => sql<CheckState>`
  select ${isoTime(sql`c.asked_at`)} as "askedAt", ${isoTime(sql`c.started_at`)} as "startedAt",
    c.has_looked_back as "hasLookedBack", ${isoTime(sql`c.leased_until`)} as "leasedUntil", ${isoTime(sql`c.tried_at`)} as "triedAt",
    case when c.failing_since is not null then
      jsonb_build_object('since', ${isoTime(sql`c.failing_since`)}, 'error', coalesce(c.error, '')) end as failing,
    case when c.account = ${account} then ${isoTime(sql`c.compared_until`)} end as "comparedUntil"
  from money_checks c where c.id = 1`;

export async function findCheckState(db: Db, account: string): Promise<CheckState> {
  return (await checkState(account).execute(db)).rows[0] ?? noCheck;
}

/** The owner wants a check now; false when one was asked for already. */
export async function askForCheck(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into money_checks as c (id, asked_at) values (1, ${now})
    on conflict (id) do update set asked_at = excluded.asked_at where c.asked_at is null returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

const LEASE = sql`interval '5 minutes'`;

/** Begins the check, or goes on with the one that a process left; null while another process does it. */
export async function claimCheck(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<{ startedAt: Date; hasLookedBack: boolean } | null> {
  const { rows } = await sql<{ startedAt: Date; hasLookedBack: boolean }>`
    insert into money_checks as c (id, started_at, token, leased_until, tried_at)
      values (1, ${now}, ${token}, ${now}::timestamptz + ${LEASE}, ${now})
    on conflict (id) do update set started_at = least(c.started_at, excluded.started_at), token = excluded.token,
      leased_until = excluded.leased_until, tried_at = excluded.tried_at
      where c.leased_until is null or c.leased_until <= ${now}
    returning started_at as "startedAt", has_looked_back as "hasLookedBack"`.execute(db);
  return rows[0] ?? null;
}

type Claim = { token: string; now: Date };

/** False: the process was taken for dead, and another one goes on. */
export async function renewLease(
  db: Db,
  { token, now }: Claim,
  { hasLookedBack }: { hasLookedBack: boolean },
): Promise<boolean> {
  const { rows } = await sql`update money_checks set leased_until = ${now}::timestamptz + ${LEASE},
    has_looked_back = ${hasLookedBack} where id = 1 and token = ${token} returning 1`.execute(db);
  return rows.length > 0;
}

/** The check is left as it is; the next round goes on. `error`: why the provider could not be asked. */
export async function leaveCheck(db: Db, { token, now }: Claim, error: string | null): Promise<void> {
  await sql`update money_checks set token = null, leased_until = null, error = ${error},
      failing_since = case when ${error}::text is null then null else coalesce(failing_since, ${now}) end
    where id = 1 and token = ${token}`.execute(db);
}

/** Everything that was made before the check began has been compared. Returns whether one was asked for since then. */
export async function finishCheck(db: Db, { token, now }: Claim, account: string): Promise<boolean> {
  const { rows } = await sql<{
    isAskedAgain: boolean;
  }>`update money_checks set compared_until = least(started_at, ${now}), account = ${account}, started_at = null,
      has_looked_back = false, token = null, leased_until = null, failing_since = null, error = null,
      asked_at = case when asked_at > started_at then asked_at end
    where id = 1 and token = ${token} returning asked_at is not null as "isAskedAgain"`.execute(db);
  return rows[0]?.isAskedAgain ?? false;
}

/** The last days are read in every check: what was made in them may still change. */
const LAST_DAYS = 3;
/** Nothing was sold before the first order but what somebody paid and nobody noticed. */
const BEFORE_FIRST_DAYS = 7;

/** Of this check: the first days (UTC) in a row that are due, from `since` on, at most `limit`; null when none is. */
export async function findDueDays(
  db: Db,
  { account, isLive, now }: Reading,
  { startedAt, since, limit }: { startedAt: Date; since: Date; limit: number },
): Promise<{ from: Date; days: number } | null> {
  const { rows } = await sql<{ from: Date; days: number }>`
    with due as (
      select s.day::date as day from generate_series(
          (coalesce((select created_at from orders order by created_at, id limit 1), ${now}) at time zone 'UTC')::date - ${BEFORE_FIRST_DAYS}::integer,
          (${now}::timestamptz at time zone 'UTC')::date, interval '1 day') as s (day)
        left join money_days d on d.is_live = ${isLive} and d.day = s.day::date
      where s.day::date >= (${since}::timestamptz at time zone 'UTC')::date and (d.day is null or d.account <> ${account}
        or (d.checked_at < ${startedAt} and (d.checked_at < (d.day + 2)::timestamp at time zone 'UTC'
          or d.day > (${now}::timestamptz at time zone 'UTC')::date - ${LAST_DAYS}::integer)))
    ), numbered as (
      select day, day - (select min(day) from due) as place, row_number() over (order by day) - 1 as number from due
    )
    select min(day)::timestamp at time zone 'UTC' as from, count(*)::integer as days from numbered
      where place = number and number < ${limit} having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}

/** The days whose last check is the oldest, in a row from the first of them on; null when all are recent. */
export async function findOldestDays(
  db: Db,
  { isLive }: Reading,
  { startedAt, limit }: { startedAt: Date; limit: number },
): Promise<{ from: Date; days: number } | null> {
  const { rows } = await sql<{ from: Date; days: number }>`
    with first as (
      select day from money_days where is_live = ${isLive} and checked_at < ${startedAt} order by checked_at, day limit 1)
    select (f.day::timestamp at time zone 'UTC') as from,
      (select count(*)::integer from money_days d where d.is_live = ${isLive} and d.day >= f.day and d.day < f.day + ${limit}::integer) as days
    from first f`.execute(db);
  return rows[0] ?? null;
}

/** Payments of what is known to differ, longest not looked at first; `fresh`: only what was too new then. */
export async function listKnown(
  db: Db,
  { isLive }: Reading,
  { fresh, before, limit }: { fresh: boolean; before: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ intentId: string }>`
    select intent_id as "intentId" from money_mismatches where is_live = ${isLive} and last_seen < ${before}
      and explained_at is null and (is_fresh or not ${fresh}) group by 1 order by min(last_seen), 1 limit ${limit}`.execute(
    db,
  );
  return rows.map(({ intentId }) => intentId);
}
