// Files in the folder and copies in the store that the database does not know. After a restore it knows only of backups that
// are older than itself: those that are there are taken in again, and those whose file is gone are not counted as good ones
// until it is back.
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
import { readList } from "./store-copy.ts";

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
  const good: Good[] = backups.filter((each) => !isLost(each));
  for (const { createdAt, fileName, ...read } of await readUnknown(shop, folder, backups)) {
    const isWeekly = isFirstOfWeek(good, { at: Date.parse(createdAt), timeZone });
    const store = shop.env.s3 === null ? ("none" as const) : ("waiting" as const);
    const file = { host, ...read };
    // One that was lost, and whose file came back, has a row already.
    const id = backups.find((each) => each.fileName === fileName)?.id ?? shop.newId();
    await adoptBackup(shop.db, id, { createdAt, fileName, file, isWeekly, store, storeParts: 0 });
    good.push({ state: "done", createdAt, isWeekly });
  }
}

/**
 * Takes in the copies that the store lists. Whoever writes a list without them leaves their parts there for good, so this
 * comes before whatever changes the store. Throws what the store throws.
 */
export async function adoptCopies(shop: Shop, { backups, recoveryKey }: BackupBooks): Promise<void> {
  if (shop.env.s3 === null || recoveryKey === null) return;
  const folder = backupFolder(shop.env);
  const { timeZone } = await loadProfile(shop);
  const good: Good[] = [...backups];
  const known = new Set(backups.filter(isStored).map(({ id }) => id));
  const listed = await readList({ files: shop.files, key: recoveryKey });
  for (const { id, createdAt, fileName, parts } of listed.sort(byAge)) {
    if (known.has(id)) continue;
    const isWeekly = isFirstOfWeek(good, { at: Date.parse(createdAt), timeZone });
    const isHere = existsSync(path.join(folder, fileName));
    const read = isHere ? await readBackup(shop, folder, fileName) : null;
    const file = read && { host: hostname(), bytes: read.bytes, rows: read.rows };
    await adoptBackup(shop.db, id, {
      createdAt,
      fileName,
      file,
      isWeekly,
      store: "there",
      storeParts: parts,
    });
    good.push({ state: "done", createdAt, isWeekly });
  }
}

const isStored = ({ state, store }: Known) => state === "done" && store === "there";

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
type Good = Pick<Backup, "state" | "createdAt" | "isWeekly">;
type Unknown = { fileName: string; createdAt: string; bytes: number; rows: Record<string, number> };

/** The oldest first, as they were made: the first of a week is kept longer. */
const byAge = (a: Pick<Backup, "createdAt">, b: Pick<Backup, "createdAt">) =>
  Date.parse(a.createdAt) - Date.parse(b.createdAt);

async function readUnknown(shop: Shop, folder: string, backups: Known[]): Promise<Unknown[]> {
  const known = new Set(backups.filter(({ state }) => state !== "failed").map(({ fileName }) => fileName));
  const found: Unknown[] = [];
  for (const fileName of await listFiles(folder)) {
    const read = known.has(fileName) ? null : await readBackup(shop, folder, fileName);
    if (read) found.push(read);
  }
  return found.sort(byAge);
}

/** Null for what can't be read. */
async function readBackup(shop: Shop, folder: string, fileName: string): Promise<Unknown | null> {
  const file = path.join(folder, fileName);
  try {
    const { createdAt, rows = {} } = await readManifest(file);
    const { size: bytes } = await stat(file);
    return { fileName, createdAt, bytes, rows };
  } catch (error) {
    shop.log.warn("backups.not_adopted", { file: fileName, error: errorText(error) });
    return null;
  }
}
