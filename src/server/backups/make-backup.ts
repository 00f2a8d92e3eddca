import { mkdir, rm, stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { isUnderWay, tellBytes } from "#domain/backups/backup.ts";
import { isFirstOfWeek } from "#domain/backups/plan.ts";
import { backUpShop } from "../db/backup/back-up-shop.ts";
import { errorText } from "../log.ts";
import { OperatorError } from "../operator-error.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import { nowOf, type Shop } from "../shop.ts";
import { backupFolder, backupName, clearHalf } from "./backup-folder.ts";
import {
  type BackupBooks,
  type Claim,
  claim,
  fail,
  finishBackup,
  putBack,
  sizeOfDatabase,
} from "./backup-queries.ts";
import { askThisWeek } from "./drill.ts";
import { sayStep } from "./say-step.ts";
import { tellFailure } from "./tell-failure.ts";

/** The next file is somewhat larger than the last one. */
const GROWTH = 1.25;
const ROOM_MIN_BYTES = 100 * 1024 * 1024;

/** Makes the backup that waits, if one does. What goes wrong is written down beside it. */
export async function makeBackup(shop: Shop, books: BackupBooks, signal: AbortSignal): Promise<void> {
  const waiting = books.backups.find(isUnderWay);
  if (!waiting) return;
  const mine: Claim = { table: "backups", id: waiting.id, token: shop.newId() };
  if (!(await claim(shop.db, mine))) return;
  const folder = backupFolder(shop.env);
  const now = nowOf(shop);
  const fileName = backupName(now, waiting.id);
  const file = path.join(folder, fileName);
  let isWhole = false;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await clearHalf(folder);
    await refuseFullDisk(shop, folder, books);
    shop.memory.isCopied = true;
    const running = { pool: shop.pool, signal };
    const made = await backUpShop({ env: shop.env, file, now, say: sayStep(shop, mine), running });
    if (!made.ok) throw new OperatorError(made.message);
    const { size } = await stat(file);
    const { timeZone } = await loadProfile(shop);
    const finished = {
      fileName,
      host: hostname(),
      bytes: size,
      rows: made.manifest.rows ?? {},
      isWeekly: isFirstOfWeek(books.backups, { at: now.getTime(), timeZone }),
      store: shop.env.s3 === null ? ("none" as const) : ("waiting" as const),
    };
    // Before this one ends, so that whoever watches sees the trial follow it.
    const trusted = { state: "done" as const, createdAt: now.toISOString() };
    await askThisWeek(shop, { backups: [trusted, ...books.backups], drills: books.drills });
    // Even without an answer it may be a good one from here on. If it is not, the next start takes the file in.
    isWhole = true;
    const isMine = await finishBackup(shop.db, mine, finished, nowOf(shop));
    if (!isMine) await rm(file, { force: true });
    shop.log.info("backups.made", {
      bytes: size,
      stoodStillMs: made.stoodStillMs,
      ms: shop.clock() - now.getTime(),
    });
  } catch (error) {
    if (!isWhole) await rm(file, { force: true }).catch(() => {});
    if (signal.aborted) return await putBack(shop.db, mine).catch(() => {});
    shop.log.error("backups.failed", { error: errorText(error) });
    await fail(shop.db, mine, { error: tellFailure(error), now: nowOf(shop) });
  } finally {
    shop.memory.isCopied = false;
    delete shop.memory.troubles;
  }
}

/**
 * Before anything is written; what fills up later is found by the writing itself. While one is made there are the copy of
 * the database and the file that it is packed into, whose pictures are as large as in the shop.
 */
async function refuseFullDisk({ db }: Shop, folder: string, { backups }: BackupBooks): Promise<void> {
  const last = backups.find(({ state }) => state === "done");
  const { bavail, bsize } = await statfs(folder);
  const needed = Math.max(ROOM_MIN_BYTES, (await sizeOfDatabase(db)) + (last?.bytes ?? 0) * GROWTH);
  if (bavail * bsize < needed)
    throw new OperatorError(
      `the disk is full: a backup needs ${tellBytes(needed)} while it is made, and ${tellBytes(bavail * bsize)} are free in ${folder}; make room, or move the shop's folder (DATA_DIR)`,
    );
}
