// After a restore the database knows only of backups that are older than itself. Those in the folder are taken in again,
// and those whose file is gone are not counted as good ones any more.
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { readManifest } from "../db/backup/manifest.ts";
import { errorText } from "../log.ts";
import type { Shop } from "../shop.ts";
import { backupFolder, listFiles } from "./backup-folder.ts";
import { adoptBackup, type BackupBooks, loseBackup } from "./backup-queries.ts";

export async function adoptFiles(shop: Shop, { backups }: BackupBooks): Promise<void> {
  const folder = backupFolder(shop.env);
  const host = hostname();
  const known = new Set(backups.map(({ fileName }) => fileName));
  for (const fileName of await listFiles(folder)) {
    if (known.has(fileName)) continue;
    const file = path.join(folder, fileName);
    try {
      const { createdAt, rows = {} } = await readManifest(file);
      const { size: bytes } = await stat(file);
      const store = shop.env.s3 === null ? ("none" as const) : ("waiting" as const);
      await adoptBackup(shop.db, shop.newId(), {
        createdAt,
        fileName,
        host,
        bytes,
        rows,
        isWeekly: false,
        store,
      });
    } catch (error) {
      shop.log.warn("backups.not_adopted", { file: fileName, error: errorText(error) });
    }
  }
  for (const each of backups) {
    const isLost =
      each.state === "done" &&
      each.host === host &&
      each.store !== "there" &&
      each.fileName !== null &&
      !existsSync(path.join(folder, each.fileName));
    if (isLost) await loseBackup(shop.db, { id: each.id, error: "its file is gone" });
  }
}
