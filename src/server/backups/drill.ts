import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { isUnderWay } from "#domain/backups/backup.ts";
import { isDrillDue } from "#domain/backups/plan.ts";
import { BadArchive } from "../db/backup/archive/byte-queue.ts";
import { compareRows } from "../db/backup/count-rows.ts";
import { tryRestore } from "../db/backup/try-restore.ts";
import { errorText } from "../log.ts";
import { nowOf, type Shop } from "../shop.ts";
import { backupFolder, clearHalf, DRILL_SCRATCH } from "./backup-folder.ts";
import {
  type BackupBooks,
  type Claim,
  claim,
  fail,
  finishDrill,
  insertDrill,
  putBack,
} from "./backup-queries.ts";
import { sayStep } from "./say-step.ts";
import { readCopy } from "./store-copy.ts";
import { tellFailure } from "./tell-failure.ts";

type DrillBooks = Omit<Parameters<typeof isDrillDue>[0], "now">;

const DIFFERENCES_MAX = 5;

/** Restores the newest backup beside the shop if a trial waits, and writes down what came of it. */
export async function runDrill(shop: Shop, books: BackupBooks, signal: AbortSignal): Promise<void> {
  const waiting = books.drills.find(isUnderWay);
  if (!waiting) return;
  const mine: Claim = { table: "backup_drills", id: waiting.id, token: shop.newId() };
  if (!(await claim(shop.db, mine))) return;
  const folder = backupFolder(shop.env);
  const scratch = path.join(folder, `${DRILL_SCRATCH}${process.pid}`);
  const say = sayStep(shop, mine);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await clearHalf(folder);
    const file = await bringHere(shop, books, `${scratch}.part`, say);
    const { manifest, found } = await tryRestore({ env: shop.env, file, scratch, say, signal });
    const differences = manifest.rows
      ? compareRows(manifest.rows, found)
      : ["it does not say how many rows it has"];
    const more = differences.length - DIFFERENCES_MAX;
    const named = [
      ...differences.slice(0, DIFFERENCES_MAX),
      ...(more > 0 ? [`and ${more} more tables`] : []),
    ];
    await finishDrill(shop.db, mine, {
      backupAt: manifest.createdAt,
      tables: Object.keys(found).length,
      rows: Object.values(found).reduce((sum, rows) => sum + rows, 0),
      error: differences.length > 0 ? `its rows differ (${named.join("; ")})` : null,
      now: nowOf(shop),
    });
  } catch (error) {
    if (signal.aborted) return await putBack(shop.db, mine).catch(() => {});
    shop.log.error("backups.drill_failed", { error: errorText(error) });
    await fail(shop.db, mine, { error: tellFailure(error), now: nowOf(shop) });
  } finally {
    await rm(`${scratch}.part`, { force: true });
    delete shop.memory.troubles;
  }
}

/** Asks for a trial when one is due. `books`: as they are, or will be in a moment. */
export async function askThisWeek(shop: Shop, { backups, drills }: DrillBooks): Promise<void> {
  if (isDrillDue({ backups, drills, now: shop.clock() }))
    await insertDrill(shop.db, { id: shop.newId(), requestedBy: null, now: nowOf(shop) });
}

/** The newest good backup as a file: the one on this machine, or its copy in the store. */
async function bringHere(
  shop: Shop,
  { backups, recoveryKey }: BackupBooks,
  target: string,
  say: (step: string) => void,
): Promise<string> {
  const newest = backups.find(({ state }) => state === "done");
  if (!newest?.fileName) throw new BadArchive("there is no backup yet");
  const file = path.join(backupFolder(shop.env), newest.fileName);
  if (existsSync(file)) return file;
  if (newest.store !== "there" || !recoveryKey)
    throw new BadArchive(`the file ${newest.fileName} is not on this machine, and no store has a copy of it`);
  say("Bringing the backup from the store");
  const bytes = readCopy(
    { files: shop.files, key: recoveryKey },
    { id: newest.id, parts: newest.storeParts },
  );
  await pipeline(bytes, createWriteStream(target, { mode: 0o600 }));
  return target;
}
