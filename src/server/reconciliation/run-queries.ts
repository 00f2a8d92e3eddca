// The SQL of the runs: what is due, which run is in progress, and how the last one ended.
import { sql } from "kysely";
import { isoTime } from "../db/order-rows.ts";
import type { Db } from "../db/transaction.ts";

export type RunState = {
  /** ISO times. */
  askedAt: string | null;
  startedAt: string | null;
  triedAt: string | null;
  failing: { since: string; error: string } | null;
  /** With the current key; null: never. */
  comparedUntil: string | null;
  wholeAt: string | null;
};

export const noRun: RunState = {
  ...{ askedAt: null, startedAt: null, triedAt: null, failing: null, comparedUntil: null, wholeAt: null },
};

/** The row as a fragment; there is none before the first run. */
export const runState = (account: string) => sql<RunState>`
  select ${isoTime(sql`r.asked_at`)} as "askedAt", ${isoTime(sql`r.started_at`)} as "startedAt",
    ${isoTime(sql`r.tried_at`)} as "triedAt",
    case when r.failing_since is not null then
      jsonb_build_object('since', ${isoTime(sql`r.failing_since`)}, 'error', coalesce(r.error, '')) end as failing,
    case when r.account = ${account} then ${isoTime(sql`r.compared_until`)} end as "comparedUntil",
    case when r.account = ${account} then ${isoTime(sql`r.whole_at`)} end as "wholeAt"
  from reconciliation r where r.id = 1`;

export async function findRunState(db: Db, account: string): Promise<RunState> {
  return (await runState(account).execute(db)).rows[0] ?? noRun;
}

/** The owner asks for a full run; false when one was already requested. */
export async function askForRun(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into reconciliation as r (id, asked_at) values (1, ${now})
    on conflict (id) do update set asked_at = excluded.asked_at where r.asked_at is null returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Only one copy runs at a time; a second run at the same moment would find the same. */
export async function beginRun(db: Db, now: Date): Promise<void> {
  await sql`
    insert into reconciliation (id, started_at, tried_at) values (1, ${now}, ${now})
    on conflict (id) do update set started_at = excluded.started_at, tried_at = excluded.tried_at`.execute(
    db,
  );
}

/** Everything made before the run began has been compared. */
export async function finishRun(
  db: Db,
  { startedAt, account, isWhole, now }: { startedAt: Date; account: string; isWhole: boolean; now: Date },
): Promise<void> {
  await sql`
    update reconciliation set started_at = null, failing_since = null, error = null, account = ${account},
      compared_until = least(${startedAt}, ${now}::timestamptz),
      whole_at = case when ${isWhole} then least(${startedAt}, ${now}::timestamptz) else whole_at end,
      asked_at = case when ${isWhole} and asked_at <= ${startedAt} then null else asked_at end
    where id = 1`.execute(db);
}

/** The next run starts over. `error`: why it failed; null: the shop stopped. */
export async function giveUpRun(db: Db, { error, now }: { error: string | null; now: Date }): Promise<void> {
  await sql`
    update reconciliation set started_at = null, error = ${error},
      failing_since = case when ${error}::text is null then null else coalesce(failing_since, ${now}) end
    where id = 1`.execute(db);
}
