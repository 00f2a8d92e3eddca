// The SQL of jobs. Lease and fencing token are kept by the database functions that it calls.
import { sql } from "kysely";
import type { Db } from "../db/transaction.ts";

/** A step of a job that this worker has leased. */
type ClaimedJob = {
  id: string;
  kind: string;
  progress: unknown;
  requestedBy: string;
  attempts: number;
  token: string;
};

/** The result of a step. `pauseMs` null: it was the last. */
export type StepResult = { progress: object; pauseMs: number | null };

export type JobState = {
  id: string;
  progress: unknown;
  state: "under_way" | "done" | "dead";
  /** Milliseconds; null while it is under way. */
  endedAt: number | null;
};

/** Starts a job unless one of its kind is under way; false when one is. */
export async function insertJob(
  db: Db,
  job: { id: string; kind: string; progress: object; requestedBy: string; now: Date },
): Promise<boolean> {
  const { id, kind, progress, requestedBy, now } = job;
  const { rows } = await sql<{ id: string }>`
    insert into jobs (id, kind, progress, requested_by, created_at, run_at)
    values (${id}, ${kind}, ${JSON.stringify(progress)}::jsonb, ${requestedBy}, ${now}, ${now})
    on conflict (kind) where done_at is null and dead_at is null do nothing returning id`.execute(db);
  return rows.length > 0;
}

export async function claimJob(
  db: Db,
  claim: { now: Date; leaseSeconds: number; token: string; attemptsMax: number },
): Promise<ClaimedJob | null> {
  const { rows } = await sql<Omit<ClaimedJob, "token">>`
    select id, kind, progress, requested_by as "requestedBy", attempts from claim_job(${claim.now},
      make_interval(secs => ${claim.leaseSeconds}), ${claim.token}, ${claim.attemptsMax})`.execute(db);
  return rows[0] ? { ...rows[0], token: claim.token } : null;
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

/** Ends the job of this kind that is under way, if there is one; the step that runs right now changes nothing. */
export async function stopJob(db: Db, { kind, now }: { kind: string; now: Date }): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update jobs set done_at = ${now}, lock_token = null, locked_until = null,
      progress = progress || '{"stopped": true}'
    where kind = ${kind} and done_at is null and dead_at is null returning id`.execute(db);
  return rows.length > 0;
}

/** The job of this kind that was started last. */
export async function findLatestJob(db: Db, kind: string): Promise<JobState | null> {
  const { rows } = await sql<{ job: JobState | null }>`select ${latestJob(kind)} as job`.execute(db);
  return rows[0]?.job ?? null;
}

/** The same as a column of another statement. */
export function latestJob(kind: string) {
  return sql<JobState | null>`(select to_jsonb(j) from (select id, progress,
      case when done_at is not null then 'done' when dead_at is not null then 'dead' else 'under_way' end as state,
      floor(extract(epoch from coalesce(done_at, dead_at)) * 1000) as "endedAt"
    from jobs where kind = ${kind} order by created_at desc limit 1) j)`;
}
