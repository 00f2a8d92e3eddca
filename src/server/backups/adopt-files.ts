// Files in the folder that the database does not know. After a restore it knows only of backups that are older than itself:
// those in the folder are taken in again, and those whose file is gone are not counted as good ones any more.
import { existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { type Backup, isAhead, keptUntil } from "#domain/backups/backup.ts";
import { isFirstOfWeek } from "#domain/backups/plan.ts";
import { readManifest } from "../db/backup/manifest.ts";
import { errorText } from "../log.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import type { Shop } from "../shop.ts";
import { backupFolder, listFiles } from "./backup-folder.ts";
import { adoptBackup, type BackupBooks, findBooks, loseBackup } from "./backup-queries.ts";

export async function adoptFiles(shop: Shop, { backups }: BackupBooks): Promise<void> {
  const folder = backupFolder(shop.env);
  const host = hostname();
  const isLost = ({ state, store, fileName, host: its }: Known) =>
    state === "done" &&
    its === host &&
    store !== "there" &&
    fileName !== null &&
    !existsSync(path.join(folder, fileName));
  for (const { id } of backups.filter(isLost)) await loseBackup(shop.db, { id, error: "its file is gone" });

  const { timeZone } = await loadProfile(shop);
  const good: Pick<Backup, "state" | "createdAt" | "isWeekly">[] = backups.filter((each) => !isLost(each));
  for (const { createdAt, ...file } of await readUnknown(shop, folder, backups)) {
    const isWeekly = isFirstOfWeek(good, { at: Date.parse(createdAt), timeZone });
    const store = shop.env.s3 === null ? ("none" as const) : ("waiting" as const);
    await adoptBackup(shop.db, shop.newId(), { ...file, createdAt, host, isWeekly, store });
    good.push({ state: "done", createdAt, isWeekly });
  }
}

/**
 * Another machine makes the backups now, and deletes by the rules also those that were made here, but can't reach their
 * files. Only what no rule would keep goes, and only when there is a newer good one.
 */
export async function removeLeftFiles(shop: Shop): Promise<void> {
  const folder = backupFolder(shop.env);
  const { backups, rules } = await findBooks(shop);
  const newest = backups.find((each) => each.state === "done" && !isAhead(each, shop.clock()));
  for (const { fileName, createdAt } of await readUnknown(shop, folder, backups)) {
    const isOver = keptUntil({ createdAt, isWeekly: true }, rules) < shop.clock();
    if (isOver && newest && newest.createdAt > createdAt)
      await rm(path.join(folder, fileName), { force: true });
  }
}

type Known = BackupBooks["backups"][number];
type Unknown = { fileName: string; createdAt: string; bytes: number; rows: Record<string, number> };

/** The oldest first, as they were made: the first of a week is kept longer. */
async function readUnknown(shop: Shop, folder: string, backups: Known[]): Promise<Unknown[]> {
  const known = new Set(backups.map(({ fileName }) => fileName));
  const found: Unknown[] = [];
  for (const fileName of await listFiles(folder)) {
    if (known.has(fileName)) continue;
    const file = path.join(folder, fileName);
    try {
      const { createdAt, rows = {} } = await readManifest(file);
      const { size: bytes } = await stat(file);
      found.push({ fileName, createdAt, bytes, rows });
    } catch (error) {
      shop.log.warn("backups.not_adopted", { file: fileName, error: errorText(error) });
    }
  }
  return found.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}
