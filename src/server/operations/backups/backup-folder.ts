import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "../../core/env.ts";
import { SCRATCH } from "./archive/back-up-shop.ts";

export const TEST_SCRATCH = "test.new-";
/** Only files with such names are automatic backups. */
const NAME = /^shop-(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)-[0-9a-f]{8}\.backup$/;

/** Where the shop keeps its backups on this machine. */
export function backupFolder(env: Pick<Environment, "dataDir">): string {
  return path.resolve(env.dataDir, "backups");
}

/** The name of a backup made at a time; `id` distinguishes two of the same second. */
export function backupName(now: Date, id: string): string {
  return `shop-${now.toISOString().slice(0, 19).replace(/[:T]/g, "-")}-${id.replaceAll("-", "").slice(-8)}.backup`;
}

/** The complete backups in the folder, oldest first, with the times in their names. */
export async function listFiles(folder: string): Promise<{ fileName: string; createdAt: string }[]> {
  return (await namesIn(folder)).sort().flatMap((fileName) => {
    const [, day, hours, minutes, seconds] = NAME.exec(fileName) ?? [];
    return day ? [{ fileName, createdAt: `${day}T${hours}:${minutes}:${seconds}.000Z` }] : [];
  });
}

/** Removes incomplete files, whose process no longer exists. */
export async function clearHalf(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.startsWith(SCRATCH) || name.startsWith(TEST_SCRATCH) || name.endsWith(".part"))
      await rm(path.join(folder, name), { recursive: true, force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
}
