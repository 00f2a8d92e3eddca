// Two processes on one embedded database silently lose each other's writes, so the folder is locked for the
// life of the process. The lock is the kernel's, held through SQLite: it goes the moment its holder does, even
// after kill -9, and needs no heartbeat (which a busy process would miss).
import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "../operator-error.ts";
import { finishRestores } from "./backup/move-in.ts";

/** The embedded database belongs to a shop that runs. */
export class FolderInUse extends OperatorError {}

/** Locks `folder` (made if missing), or throws when another process has it. Returns the function that unlocks. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(path.join(folder, ".lock"), { timeout: 0 });
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
    finishRestores(folder);
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked/.test(error.message)) {
      throw new FolderInUse(
        `The shop is running: the folder ${folder} is in use by another process. Two processes on one embedded database would lose data, so this one stops. Stop the other one, choose another folder (DATA_DIR=./data2), or use PostgreSQL (DATABASE_URL).`,
      );
    }
    throw error;
  }
  return () => lock.close();
}
