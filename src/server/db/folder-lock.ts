// Two processes on one embedded database lose each other's writes without a word, so the folder is
// locked for the life of the process. The lock is the kernel's, held through SQLite: it is gone the
// moment the holder is, even after kill -9, and it needs no heartbeat (which a busy process would miss).
import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

export class FolderInUse extends Error {}

/** Locks `folder` (made if missing) or throws FolderInUse. Returns the function that unlocks. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(path.join(folder, ".lock"), { timeout: 0 });
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked/.test(error.message)) {
      throw new FolderInUse(`the folder ${folder} is in use by another process of the shop`);
    }
    throw error;
  }
  return () => lock.close();
}
