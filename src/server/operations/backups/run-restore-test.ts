import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { errorText } from "../../core/log.ts";
import { OperatorError } from "../../core/operator-error.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { backupFolder, clearHalf, TEST_SCRATCH } from "./backup-folder.ts";
import { type BackupBooks, begin, endTest, noteStep, putBack, type Work } from "./backup-queries.ts";
import { formatFailure } from "./format-failure.ts";
import { tryRestore } from "./restore/try-restore.ts";
import { readCopy } from "./store-copy.ts";

/** Restores the newest backup next to the shop if a test is pending, and stores the result. */
export async function runRestoreTest(shop: Shop, books: BackupBooks, signal: AbortSignal): Promise<void> {
  const mine: Work = { table: "restore_test", id: 1 };
  if (!books.test.isUnderWay || !(await begin(shop.db, mine))) return;
  const folder = backupFolder(shop.env);
  const scratch = path.join(folder, `${TEST_SCRATCH}${process.pid}`);
  const say = (step: string) => noteStep(shop, mine, step);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await clearHalf(folder);
    const file = await bringHere(shop, books, `${scratch}.part`, say);
    say("Restoring the backup and comparing its rows");
    const { createdAt: backupAt, tables, rows } = await tryRestore({ file, scratch, signal });
    await endTest(shop.db, mine, { error: null, backupAt, tables, rows }, nowOf(shop));
  } catch (error) {
    if (signal.aborted) return await putBack(shop.db, mine).catch(() => {});
    shop.log.error("backups.test_failed", { error: errorText(error) });
    const failed = { error: formatFailure(error), backupAt: null, tables: null, rows: null };
    await endTest(shop.db, mine, failed, nowOf(shop));
  } finally {
    await rm(`${scratch}.part`, { force: true });
    delete shop.memory.troubles;
  }
}

/** The newest good backup as a file: the one on this machine, or its copy in the store. */
async function bringHere(
  shop: Shop,
  { backups, recoveryKey }: BackupBooks,
  target: string,
  say: (step: string) => void,
): Promise<string> {
  const newest = backups.find(({ state }) => state === "done");
  if (!newest?.fileName) throw new OperatorError("there is no backup yet");
  const file = path.join(backupFolder(shop.env), newest.fileName);
  if (existsSync(file)) return file;
  if (newest.store !== "there" || !recoveryKey)
    throw new OperatorError(
      `the file ${newest.fileName} is not on this machine, and no store has a copy of it: press Back Up Now`,
    );
  say("Bringing the backup from the store");
  const bytes = readCopy(
    { files: shop.files, key: recoveryKey },
    { id: newest.id, parts: newest.storeParts },
  );
  await pipeline(bytes, createWriteStream(target, { mode: 0o600 }));
  return target;
}
