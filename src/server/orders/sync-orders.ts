// 'Sync All Statuses': a job of the shop that asks the payment provider about every order with a payment,
// newest first, five at a time with a pause between. After each batch it keeps how far it is, so it goes on
// where it was after a restart, and whoever opens the list of orders sees how far it has come.
import { orderCursorText } from "#domain/order-search.ts";
import { parseSyncProgress, type SyncJob, syncStart } from "#domain/sync-progress.ts";
import { type AuditEntry, insertAudit } from "../audit/queries.ts";
import { syncOrder } from "../checkout/sync-order.ts";
import { insertJob, type JobState, selectLatestJob, stopJob } from "../jobs/queries.ts";
import type { StepResult } from "../jobs/run-due-job.ts";
import { nowOf, type Shop } from "../shop.ts";
import { countOrdersToSync, selectOrdersToSync } from "./queries.ts";

export const SYNC_JOB = "sync_orders";
/** 'Sync All Statuses' asks the payment provider about this many orders at a time. */
export const SYNC_BATCH_SIZE = 5;
export const SYNC_PAUSE_MS = 500;

/** How long the page shows what a sync came to. */
const SYNC_SHOWN_MS = 10 * 60_000;

/** Starts a sync unless one is under way; either way it is then under way. */
export async function startSync(shop: Shop, { actor }: { actor: string }): Promise<void> {
  const id = shop.newId();
  const now = nowOf(shop);
  const started = await insertJob(shop, { id, kind: SYNC_JOB, progress: syncStart, requestedBy: actor, now });
  if (!started) return;
  const entry: AuditEntry = { actor, action: "orders.sync", object: id };
  await insertAudit(shop.db, entry, now);
  shop.wakeWorker();
}

/** Stops the sync that is under way, if there is one. */
export async function stopSync(shop: Shop, { actor }: { actor: string }): Promise<void> {
  const now = nowOf(shop);
  if (!(await stopJob(shop, { kind: SYNC_JOB, now }))) return;
  const entry: AuditEntry = { actor, action: "orders.sync_stop", object: SYNC_JOB };
  await insertAudit(shop.db, entry, now);
}

/** The sync that is under way, or what the last one came to as long as that is news. */
export async function findSync(shop: Shop): Promise<SyncJob | null> {
  const job = await selectLatestJob(shop, SYNC_JOB);
  if (!job || (job.endedAt !== null && job.endedAt < shop.clock() - SYNC_SHOWN_MS)) return null;
  return toSync(job);
}

function toSync({ id, progress, state }: JobState): SyncJob {
  const { synced, updated, failed, total, stopped } = parseSyncProgress(progress);
  return { id, synced, updated, failed, total, state: stopped ? "stopped" : state };
}

/** One batch. */
export async function runSyncStep(shop: Shop, kept: unknown): Promise<StepResult> {
  const { after, ...sofar } = parseSyncProgress(kept);
  const orders = await selectOrdersToSync(shop, after, SYNC_BATCH_SIZE + 1);
  const total = sofar.total ?? (await countOrdersToSync(shop));
  const batch = orders.slice(0, SYNC_BATCH_SIZE);
  const results = await Promise.all(batch.map(({ id }) => syncOrder(shop, { orderId: id })));
  const synced = results.filter((result) => result.ok);
  const last = orders.length > batch.length ? batch.at(-1)?.cursor : undefined;
  const progress = {
    synced: sofar.synced + synced.length,
    updated: sofar.updated + synced.filter((result) => result.ok && result.updated).length,
    failed: sofar.failed + batch.length - synced.length,
    total,
    after: last ? orderCursorText(last) : null,
  };
  return { progress, pauseMs: last ? SYNC_PAUSE_MS : null };
}
