// Runs one step of the job that has been due the longest. A step is short and may be repeated: when its worker
// dies, the lease runs out and another worker begins the same step again, from what the previous step stored.
// A worker that was slower than its lease changes nothing.

import { claimJob, failJobStep, finishJobStep } from "#server/jobs/queries.ts";
import { errorText } from "#server/log.ts";
import { runSyncStep, SYNC_JOB } from "#server/orders/sync-orders.ts";
import { nowOf, type Shop } from "#server/shop.ts";
import { retryAt, workQueues } from "#server/work-queues.ts";

/** Answers in how many milliseconds the next step is due, or null when none is known to be. */
export async function runDueJob(shop: Shop): Promise<{ nextInMs: number | null }> {
  const { leaseSeconds, attemptsMax } = workQueues.jobs;
  const job = await claimJob(shop.db, { now: nowOf(shop), leaseSeconds, token: shop.newId(), attemptsMax });
  if (!job) return { nextInMs: null };
  try {
    if (job.kind !== SYNC_JOB) throw new Error(`no such kind of job: ${job.kind}`);
    const { progress, pauseMs } = await runSyncStep(shop, job.progress);
    const now = nowOf(shop);
    const runAt = pauseMs === null ? null : new Date(now.getTime() + pauseMs);
    const stood = await finishJobStep(shop.db, job, { progress, runAt, now });
    return { nextInMs: stood ? pauseMs : null };
  } catch (error) {
    const now = nowOf(shop);
    const failure = { error: errorText(error), retryAt: retryAt(workQueues.jobs, job.attempts, now), now };
    await failJobStep(shop.db, job, failure);
    shop.log.error("job.step_failed", { kind: job.kind, attempt: job.attempts, error: failure.error });
    return { nextInMs: null };
  }
}
