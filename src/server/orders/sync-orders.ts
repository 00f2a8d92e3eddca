// "Sync All Statuses", also for chosen orders: a job that asks the payment provider about each order with a payment,
// newest first, five at a time with a pause between. After each batch it stores its progress and results, so it continues
// after a restart, and the list of orders shows how far it is, which orders changed, and which could not be synced and
// why.
import {
  parseSyncProgress,
  SYNC_LISTED_MAX,
  type SyncJob,
  type SyncList,
  syncStart,
} from "#domain/order/sync-progress.ts";
import { cursorText } from "#domain/text/cursor.ts";
import { errorText } from "../core/log.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { retryAt, workQueues } from "../core/work-queues.ts";
import {
  claimJob,
  failJobStep,
  findLatestJob,
  finishJobStep,
  insertJob,
  type JobState,
  stopJob,
} from "../db/jobs/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { takesRealMoney } from "../payments/payment-provider.ts";
import { type SyncResult, syncOrder } from "../payments/refunds/sync-order.ts";
import { insertAudit } from "../settings/audit/queries.ts";
import { countOrdersToSync, listNumbers, listOrdersToSync } from "./sync-queries.ts";

export const SYNC_JOB = "sync_orders" as const;
/** The payment provider is asked about this many orders at a time. */
export const SYNC_BATCH_SIZE = 5;
export const SYNC_PAUSE_MS = 500;

/** How long the page shows the result of a sync. */
const SYNC_SHOWN_MS = 10 * 60_000;

/** Starts a sync of all orders, or of those with these ids (UUIDs). False: another sync is under way and continues. */
export async function startSync(
  shop: Shop,
  { actor, ids }: { actor: string; ids?: readonly string[] },
): Promise<boolean> {
  const id = shop.newId();
  const now = nowOf(shop);
  const progress = ids ? { ...syncStart, total: ids.length, ids } : syncStart;
  const after = ids ? { orders: ids } : null;
  const isStarted = await inTransaction(shop, async (tx) => {
    if (!(await insertJob(tx, { kind: SYNC_JOB, key: id, progress, now }))) return false;
    await insertAudit(tx, { actor, action: "orders.sync_started", object: id, after }, now);
    return true;
  });
  if (isStarted) shop.wakeWorker("calls");
  return isStarted;
}

/** Stops the sync that is under way, if there is one. */
export async function stopSync(shop: Shop, { actor }: { actor: string }): Promise<void> {
  const now = nowOf(shop);
  await inTransaction(shop, async (tx) => {
    if (!(await stopJob(tx, { kind: SYNC_JOB, now }))) return;
    await insertAudit(tx, { actor, action: "orders.sync_stopped", object: SYNC_JOB }, now);
  });
}

/** The sync that is under way, or the result of the last one while it is recent. */
export async function findSync(shop: Shop): Promise<SyncJob | null> {
  return syncAsNews(shop, await findLatestJob(shop.db, SYNC_JOB));
}

/** A job as the page shows it; null when it ended too long ago. */
export function syncAsNews(shop: Pick<Shop, "clock">, job: JobState | null): SyncJob | null {
  if (!job || (job.endedAt !== null && job.endedAt < shop.clock() - SYNC_SHOWN_MS)) return null;
  return toSync(job);
}

function toSync({ key: id, progress, state }: JobState): SyncJob {
  const { after: _, ids, stopped, ...results } = parseSyncProgress(progress);
  return { id, ...results, isSelection: ids !== null, state: stopped ? "stopped" : state };
}

/**
 * Runs the step that is due. A step is short and may be repeated: when its worker dies, the lease runs out and another worker
 * begins the same step again, from what the previous step stored. Answers in how many milliseconds the next step is due, or
 * null when none is known to be.
 */
export async function runDueSync(shop: Shop): Promise<{ nextInMs: number | null }> {
  const { leaseSeconds, attemptsMax } = workQueues.syncs;
  const claim = { kind: SYNC_JOB, now: nowOf(shop), leaseSeconds, token: shop.newId(), attemptsMax };
  const job = await claimJob(shop.db, claim);
  if (!job) return { nextInMs: null };
  try {
    const { progress, pauseMs } = await runSyncStep(shop, job.progress);
    const now = nowOf(shop);
    const runAt = pauseMs === null ? null : new Date(now.getTime() + pauseMs);
    const stood = await finishJobStep(shop.db, job, { progress, runAt, now });
    return { nextInMs: stood ? pauseMs : null };
  } catch (error) {
    const now = nowOf(shop);
    const failure = { error: errorText(error), retryAt: retryAt(workQueues.syncs, job.attempts, now), now };
    await failJobStep(shop.db, job, failure);
    shop.log.error("orders.sync_step_failed", { attempt: job.attempts, error: failure.error });
    return { nextInMs: null };
  }
}

/** One batch. `pauseMs` null: it was the last. */
export async function runSyncStep(
  shop: Shop,
  kept: unknown,
): Promise<{ progress: object; pauseMs: number | null }> {
  const { after, ids, stopped: _, ...sofar } = parseSyncProgress(kept);
  const next = ids ? await nextOfSelection(shop, ids) : await nextOfAll(shop, after);
  const total = sofar.total ?? (await countOrdersToSync(shop.db, keyOf(shop)));
  const results = await Promise.all(
    next.batch.map(async ({ id, number }) => {
      return { id, number, result: await trySync(shop, id) };
    }),
  );
  const synced = results.filter(({ result }) => result.ok);
  const progress = {
    synced: sofar.synced + synced.length,
    updated: sofar.updated + synced.filter(({ result }) => result.ok && result.updated).length,
    failed: sofar.failed + results.length - synced.length,
    total,
    ...addResults(sofar, results),
    ...next.place,
  };
  return { progress, pauseMs: next.isLast ? null : SYNC_PAUSE_MS };
}

/** An order that breaks its sync is reported like one that Stripe did not answer for, and stops no other. */
async function trySync(shop: Shop, orderId: string): Promise<SyncResult> {
  try {
    return await syncOrder(shop, { orderId });
  } catch (error) {
    shop.log.error("order.sync_failed", { order: orderId, error: errorText(error) });
    return { ok: false, reason: "unavailable" };
  }
}

type Numbered = { id: string; number: number };
type Batch = {
  batch: Numbered[];
  isLast: boolean;
  /** Where the next step continues. */
  place: { after?: string | null; ids?: string[] };
};

const keyOf = ({ payments }: Shop) => ({ isLive: takesRealMoney(payments) });

async function nextOfAll(shop: Shop, after: ReturnType<typeof parseSyncProgress>["after"]): Promise<Batch> {
  const orders = await listOrdersToSync(shop.db, { after, limit: SYNC_BATCH_SIZE + 1, ...keyOf(shop) });
  const batch = orders.slice(0, SYNC_BATCH_SIZE);
  const last = orders.length > batch.length ? batch.at(-1)?.cursor : undefined;
  return { batch, isLast: !last, place: { after: last ? cursorText(last) : null } };
}

async function nextOfSelection(shop: Shop, ids: string[]): Promise<Batch> {
  const batch = await listNumbers(shop.db, ids.slice(0, SYNC_BATCH_SIZE));
  const rest = ids.slice(SYNC_BATCH_SIZE);
  return { batch, isLast: rest.length === 0, place: { ids: rest } };
}

function addResults(sofar: SyncList, results: (Numbered & { result: SyncResult })[]): SyncList {
  const changed = [...sofar.changed];
  const failures = [...sofar.failures];
  for (const { id, number, result } of results) {
    if (!result.ok) failures.push({ id, number, reason: result.reason });
    else if (result.updated) changed.push({ id, number, from: result.previousStatus, to: result.status });
  }
  return { changed: changed.slice(0, SYNC_LISTED_MAX), failures: failures.slice(0, SYNC_LISTED_MAX) };
}
