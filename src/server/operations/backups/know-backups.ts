// Finds backups that the database does not know. Its list of backups is never restored, so after a restore the files in
// the folder and the copies in the store are added again. A good backup whose file is missing does not count as good
// until the file is back.
import { existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { isAhead, keepingOf } from "#domain/backups/backup.ts";
import { errorText } from "../../core/log.ts";
import type { Shop } from "../../core/shop.ts";
import { loadProfile } from "../../settings/load-configuration.ts";
import { readManifest } from "./archive/manifest.ts";
import { backupFolder, listFiles } from "./backup-folder.ts";
import { adoptBackup, findBooks, loseBackup } from "./backup-queries.ts";
import { readList } from "./store-copy.ts";

export async function knowFiles(shop: Shop): Promise<void> {
  const folder = backupFolder(shop.env);
  const host = hostname();
  const { backups } = await findBooks(shop);
  for (const { id, state, store, fileName, host: its } of backups) {
    if (state !== "done" || its !== host || store === "there" || fileName === null) continue;
    if (!existsSync(path.join(folder, fileName)))
      await loseBackup(shop.db, { id, error: "its file is gone" });
  }
  const known = new Set(backups.filter(({ state }) => state !== "failed").map(({ fileName }) => fileName));
  for (const { fileName } of await listFiles(folder)) {
    if (known.has(fileName)) continue;
    const file = path.join(folder, fileName);
    try {
      const { createdAt } = await readManifest(file);
      const { size: bytes } = await stat(file);
      // One that was lost and whose file came back already has a row.
      const id = backups.find((each) => each.fileName === fileName)?.id ?? shop.newId();
      const store = shop.env.s3 === null ? ("none" as const) : ("waiting" as const);
      await adoptBackup(shop.db, id, { createdAt, fileName, file: { host, bytes }, store, storeParts: 0 });
    } catch (error) {
      shop.log.warn("backups.not_adopted", { file: fileName, error: errorText(error) });
    }
  }
}

/**
 * Adds the copies that the store lists. A list written without them would leave their parts there forever, so this runs
 * before anything changes the store. Throws what the store throws.
 */
export async function knowCopies(shop: Shop): Promise<void> {
  const { backups, recoveryKey } = await findBooks(shop);
  if (shop.env.s3 === null || recoveryKey === null) return;
  const known = new Set(
    backups.filter(({ state, store }) => state === "done" && store === "there").map(({ id }) => id),
  );
  for (const { id, createdAt, fileName, parts } of await readList({ files: shop.files, key: recoveryKey })) {
    if (known.has(id)) continue;
    const found = await stat(path.join(backupFolder(shop.env), fileName)).catch(() => null);
    const file = found && { host: hostname(), bytes: found.size };
    await adoptBackup(shop.db, id, { createdAt, fileName, file, store: "there", storeParts: parts });
  }
}

/**
 * Removes this machine's files that no retention rule keeps, including those that another machine, which makes the
 * backups now, has removed from the list and can't reach. Only when there is a newer good one.
 */
export async function removeOldFiles(shop: Shop): Promise<void> {
  const folder = backupFolder(shop.env);
  const { backups, rules } = await findBooks(shop);
  const { timeZone } = await loadProfile(shop);
  const good = backups.filter(({ state }) => state === "done");
  const newest = good.find((each) => !isAhead(each, shop.clock()));
  const files = await listFiles(folder);
  const moments = files.map(({ createdAt }) => createdAt);
  const keeping = keepingOf(moments, rules, timeZone);
  const listed = new Set(good.map(({ fileName }) => fileName));
  for (const { fileName, createdAt } of files) {
    const isOver = (keeping.get(createdAt)?.until ?? 0) < shop.clock();
    if (isOver && !listed.has(fileName) && newest && newest.createdAt > createdAt)
      await rm(path.join(folder, fileName), { force: true });
  }
}
