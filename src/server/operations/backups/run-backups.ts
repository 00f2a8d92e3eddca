// The worker's round: a backup every night and on request, a copy of each in the S3 store, a weekly restore test, and
// deletion of expired backups. One copy of the shop does it for all.
import { rm } from "node:fs/promises";
import path from "node:path";
import { FAILURES_KEPT_MS, isNightDue, isTestDue, outdated } from "#domain/backups/plan.ts";
import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { loadProfile } from "../../settings/load-configuration.ts";
import { backupFolder } from "./backup-folder.ts";
import {
  type BackupBooks,
  deleteBackup,
  deleteFailures,
  endDead,
  findBooks,
  insertBackup,
  isWorkDue,
  keepRecoveryKey,
  noteStored,
  requestTest,
  STORE_AGAIN_MS,
} from "./backup-queries.ts";
import { keepForgotten } from "./forget-again.ts";
import { formatFailure } from "./format-failure.ts";
import { knowCopies, knowFiles } from "./know-backups.ts";
import { makeBackup } from "./make-backup.ts";
import { runRestoreTest } from "./run-restore-test.ts";
import { makeRecoveryKey, PART_BYTES, removeCopy, sendCopy, writeList } from "./store-copy.ts";

export const BACKUPS_EVERY_MS = 10_000;
/** A backup or restore test that becomes due starts within this time. */
const LOOK_EVERY_MS = 5 * 60_000;

/** The last full round of each shop in this process whose folder was checked. */
const looks = new WeakMap<Shop["db"], number>();

/** `signal` aborts when the shop stops; interrupted work starts over at its next start. */
export async function runBackups(shop: Shop, signal: AbortSignal): Promise<void> {
  const last = looks.get(shop.db);
  // At most one short read when there is nothing to do.
  const isTime = last === undefined || isOver(shop, { since: last, ms: LOOK_EVERY_MS });
  if (!isTime && !(await isWorkDue(shop.db, shop.clock()))) return;
  await endDead(shop.db, nowOf(shop));
  if (last === undefined) await takeIn(shop);
  looks.set(shop.db, shop.clock());
  await keepForgotten(shop);
  await askTonight(shop, await findBooks(shop));
  await makeBackup(shop, await findBooks(shop), signal);
  await askForDueTest(shop, await findBooks(shop));
  await runRestoreTest(shop, await findBooks(shop), signal);
  if (shop.env.s3 !== null) await sendCopies(shop, await findBooks(shop), signal);
  // Read again: the copy that was just sent must be in the list that is written when others are removed.
  await removeOld(shop, await findBooks(shop));
}

/** Backups in the folder and the store that the database does not know. */
async function takeIn(shop: Shop): Promise<void> {
  // An unreachable store is read again before anything in it changes.
  await knowCopies(shop).catch((error: unknown) =>
    shop.log.error("backups.store_not_read", { error: errorText(error) }),
  );
  await knowFiles(shop);
}

/** A clock that was ahead may have been set back since: nothing waits until it has caught up. */
function isOver(shop: Shop, { since, ms }: { since: number; ms: number }): boolean {
  return Math.abs(shop.clock() - since) >= ms;
}

async function askTonight(shop: Shop, { backups, since }: BackupBooks): Promise<void> {
  const { timeZone } = await loadProfile(shop);
  if (isNightDue({ backups, since, now: shop.clock(), timeZone }))
    await insertBackup(shop.db, { id: shop.newId(), requestedBy: null, now: nowOf(shop) });
}

async function askForDueTest(shop: Shop, { backups, test }: BackupBooks): Promise<void> {
  if (isTestDue({ backups, test, now: shop.clock() })) await requestTest(shop.db);
}

/** An unreachable store is retried later; the backup itself is good. */
async function sendCopies(
  shop: Shop,
  { backups, recoveryKey }: BackupBooks,
  signal: AbortSignal,
): Promise<void> {
  const due = backups.find(
    ({ state, store, storeTriedAt }) =>
      state === "done" &&
      store === "waiting" &&
      (storeTriedAt === null || isOver(shop, { since: Date.parse(storeTriedAt), ms: STORE_AGAIN_MS })),
  );
  if (!due?.fileName) return;
  const key = recoveryKey ?? (await keepRecoveryKey(shop.db, makeRecoveryKey()));
  const store = { files: shop.files, key };
  const { id, fileName } = due;
  try {
    const file = path.join(backupFolder(shop.env), fileName);
    await knowCopies(shop);
    const parts = await sendCopy(store, { id, file, signal });
    const all = (await findBooks(shop)).backups;
    const list = all.filter((each) => each.store === "there" || each.id === id).map(stored);
    await writeList(
      store,
      list.map((each) => (each.id === id ? { ...each, parts } : each)),
    );
    await noteStored(shop.db, { id, parts, error: null, now: nowOf(shop) });
  } catch (error) {
    if (signal.aborted) return;
    shop.log.error("backups.not_stored", { error: errorText(error) });
    await noteStored(shop.db, { id, parts: 0, error: formatFailure(error), now: nowOf(shop) });
  }
}

type KnownBackup = BackupBooks["backups"][number];

const stored = ({ id, createdAt, storeParts, fileName }: KnownBackup) => ({
  id,
  createdAt,
  parts: storeParts,
  fileName: fileName ?? "",
});

/** Never the newest good one. Files that can't be removed now are removed in a later round. */
async function removeOld(shop: Shop, { backups, rules, recoveryKey }: BackupBooks): Promise<void> {
  const { timeZone } = await loadProfile(shop);
  const { old, failures } = outdated({ backups, rules, timeZone, now: shop.clock() });
  try {
    await deleteFailures(shop.db, { before: new Date(shop.clock() - FAILURES_KEPT_MS) });
    // The files first, so that an unreachable store does not let the disk fill up.
    for (const { fileName } of old)
      if (fileName) await rm(path.join(backupFolder(shop.env), fileName), { force: true });
    const gone = [...old, ...failures.filter((failed) => partsOf(failed) > 0)];
    if (gone.length === 0) return;
    const store = recoveryKey === null ? null : { files: shop.files, key: recoveryKey };
    if (store) await knowCopies(shop);
    // The list first: everything in it must be complete.
    if (store && old.some((each) => each.store === "there")) {
      const ids = new Set(old.map(({ id }) => id));
      const all = (await findBooks(shop)).backups;
      await writeList(store, all.filter((each) => each.store === "there" && !ids.has(each.id)).map(stored));
    }
    for (const each of gone) {
      if (store) await removeCopy(store, { id: each.id, parts: partsOf(each) });
      await deleteBackup(shop.db, each);
    }
  } catch (error) {
    shop.log.error("backups.not_removed", { error: errorText(error) });
  }
}

/** How many parts the store may have: an interrupted copy left some, without recording how many. */
const partsOf = ({ store, storeParts, bytes }: KnownBackup) =>
  store === "none" ? 0 : Math.max(storeParts, Math.ceil((bytes ?? 0) / PART_BYTES));
