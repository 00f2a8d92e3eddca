import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { SCRATCH } from "../db/backup/back-up-shop.ts";
import type { Environment } from "../env.ts";

export const DRILL_SCRATCH = "drill.new-";
/** Only such names are backups that the shop made by itself. */
const NAME = /^shop-[0-9A-Za-z-]+\.backup$/;

/** Who was forgotten; see forget-again.ts. */
export const FORGOTTEN_FILE = "forgotten.txt";

/** Where the shop keeps its backups on this machine. */
export function backupFolder(env: Pick<Environment, "dataDir">): string {
  return path.resolve(env.dataDir, "backups");
}

/** The name of the backup of a moment; `id` keeps two of one second apart. */
export function backupName(now: Date, id: string): string {
  return `shop-${now.toISOString().slice(0, 19).replace(/[:T]/g, "-")}-${id.replaceAll("-", "").slice(-8)}.backup`;
}

/** Names of the whole backups in the folder. */
export async function listFiles(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => NAME.test(name));
}

/** Removes what is not whole: its process is gone. */
export async function clearHalf(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.startsWith(SCRATCH) || name.startsWith(DRILL_SCRATCH) || name.endsWith(".part"))
      await rm(path.join(folder, name), { recursive: true, force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
}
