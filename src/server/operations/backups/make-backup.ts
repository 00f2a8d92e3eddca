import { mkdir, rm, stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { formatBytes, isUnderWay } from "#domain/backups/backup.ts";
import { errorText } from "../../core/log.ts";
import { OperatorError } from "../../core/operator-error.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { backUpShop } from "./archive/back-up-shop.ts";
import { backupFolder, backupName, clearHalf } from "./backup-folder.ts";
import {
  type BackupBooks,
  begin,
  failBackup,
  finishBackup,
  noteStep,
  putBack,
  type Work,
} from "./backup-queries.ts";
import { formatFailure } from "./format-failure.ts";

/** The next file is a little larger than the last one. */
const GROWTH = 1.25;
const ROOM_MIN_BYTES = 100 * 1024 * 1024;

/** Makes the pending backup, if there is one. An error is stored with it. */
export async function makeBackup(shop: Shop, books: BackupBooks, signal: AbortSignal): Promise<void> {
  const waiting = books.backups.find(isUnderWay);
  if (!waiting) return;
  const mine: Work = { table: "backups", id: waiting.id };
  if (!(await begin(shop.db, mine))) return;
  const folder = backupFolder(shop.env);
  const now = nowOf(shop);
  const fileName = backupName(now, waiting.id);
  const file = path.join(folder, fileName);
  let isWhole = false;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await clearHalf(folder);
    await refuseFullDisk(folder, books);
    const say = (step: string) => noteStep(shop, mine, step);
    const { rows } = await backUpShop({ db: shop.db, env: shop.env, file, now, say, signal });
    const { size } = await stat(file);
    // Even without a response it may be good from here on. If it is not, the next start adds the file.
    isWhole = true;
    const store = shop.env.s3 === null ? ("none" as const) : ("waiting" as const);
    const made = { fileName, host: hostname(), bytes: size, rows, store };
    const isMine = await finishBackup(shop.db, mine, made, nowOf(shop));
    if (!isMine) await rm(file, { force: true });
    shop.log.info("backups.made", { bytes: size, ms: shop.clock() - now.getTime() });
  } catch (error) {
    if (!isWhole) await rm(file, { force: true }).catch(() => {});
    if (signal.aborted) return await putBack(shop.db, mine).catch(() => {});
    shop.log.error("backups.failed", { error: errorText(error) });
    await failBackup(shop.db, mine, { error: formatFailure(error), now: nowOf(shop) });
  } finally {
    delete shop.memory.troubles;
  }
}

/** Before anything is written. If the disk fills up later, the write itself fails. */
async function refuseFullDisk(folder: string, { backups }: BackupBooks): Promise<void> {
  const last = backups.find(({ state }) => state === "done");
  const { bavail, bsize } = await statfs(folder);
  const needed = Math.max(ROOM_MIN_BYTES, (last?.bytes ?? 0) * GROWTH);
  if (bavail * bsize < needed)
    throw new OperatorError(
      `the disk is full: a backup needs ${formatBytes(needed)}, and ${formatBytes(bavail * bsize)} are free in ${folder}; free up space, or move the shop's folder (DATA_DIR)`,
    );
}
