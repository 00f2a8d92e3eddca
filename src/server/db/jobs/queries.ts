// The SQL of jobs. Lease and fencing token are kept by the database functions that it calls.
import { sql } from "kysely";
import type { Db } from "../transaction.ts";

/** sync_orders: orders are compared with the provider, a few at a time. avif: a picture is drawn as AVIF; its key is its URL. */
export type JobKind = "sync_orders" | "avif";

/** A step of a job that this worker has leased. */
export type ClaimedJob = {
  id: string;
  key: string;
  progress: unknown;
  attempts: number;
  token: string;
};

export type JobState = {
  key: string;
  progress: unknown;
  state: "under_way" | "done" | "dead";
  /** Milliseconds; null while it is under way. */
  endedAt: number | null;
};

/** False when there is one already: of this key, or of a kind of which one at a time is under way. */
export async function insertJob(
  db: Db,
  { kind, key, progress, now }: { kind: JobKind; key: string; progress: object; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into jobs (kind, key, progress, run_at) values (${kind}, ${key}, ${JSON.stringify(progress)}::jsonb, ${now})
    on conflict do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** The step that has been due the longest; null when none is due. */
export async function claimJob(
  db: Db,
  claim: { kind: JobKind; now: Date; leaseSeconds: number; token: string; attemptsMax: number },
): Promise<ClaimedJob | null> {
  const { kind, now, leaseSeconds, token, attemptsMax } = claim;
  const { rows } = await sql<Omit<ClaimedJob, "token">>`
    select id, key, progress, attempts
    from claim_job(${kind}, ${now}, make_interval(secs => ${leaseSeconds}), ${token}, ${attemptsMax})`.execute(
    db,
  );
  return rows[0] ? { ...rows[0], token } : null;
}

/** Stores the result of a step. `runAt` null: it was the last. False when the lease was lost or the job stopped. */
export async function finishJobStep(
  db: Db,
  job: ClaimedJob,
  step: { progress: object; runAt: Date | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ stood: boolean }>`
    select finish_job_step(${job.id}, ${job.token}, ${JSON.stringify(step.progress)}::jsonb,
      ${step.runAt}::timestamptz, ${step.now}) as stood`.execute(db);
  return rows[0]?.stood === true;
}

/** Notes a failure. `retryAt` null: the job is dead. False as in `finishJobStep`. */
export async function failJobStep(
  db: Db,
  job: ClaimedJob,
  failure: { error: string; retryAt: Date | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ stood: boolean }>`
    select fail_job_step(${job.id}, ${job.token}, ${failure.error}, ${failure.retryAt}, ${failure.now}) as stood`.execute(
    db,
  );
  return rows[0]?.stood === true;
}

/** Releases a step as if it had not been tried. */
export async function giveBackJobStep(db: Db, { id, token }: ClaimedJob): Promise<void> {
  await sql`
    update jobs set locked_until = null, lock_token = null, attempts = attempts - 1
    where id = ${id} and lock_token = ${token} and done_at is null and dead_at is null`.execute(db);
}

export async function hasJob(db: Db, { kind, key }: { kind: JobKind; key: string }): Promise<boolean> {
  const { rows } = await sql`select from jobs where kind = ${kind} and key = ${key}`.execute(db);
  return rows.length > 0;
}

/** Ends the job of this kind that is under way, if there is one; the step that runs right now changes nothing. */
export async function stopJob(db: Db, { kind, now }: { kind: JobKind; now: Date }): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update jobs set done_at = ${now}, lock_token = null, locked_until = null,
      progress = progress || '{"stopped": true}'
    where kind = ${kind} and done_at is null and dead_at is null returning id`.execute(db);
  return rows.length > 0;
}

/** The job of this kind that was started last. */
export async function findLatestJob(db: Db, kind: JobKind): Promise<JobState | null> {
  const { rows } = await sql<{ job: JobState | null }>`select ${latestJob(kind)} as job`.execute(db);
  return rows[0]?.job ?? null;
}

/** The same as a column of another statement. */
export function latestJob(kind: JobKind) {
  return sql<JobState | null>`(select to_jsonb(j) from (select key, progress,
      case when done_at is not null then 'done' when dead_at is not null then 'dead' else 'under_way' end as state,
      floor(extract(epoch from coalesce(done_at, dead_at)) * 1000) as "endedAt"
    from jobs where kind = ${kind} order by id desc limit 1) j)`;
}
