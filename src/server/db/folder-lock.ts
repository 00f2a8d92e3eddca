// Two processes on one embedded database silently lose each other's writes, so the folder is locked for the
// life of the process. The lock is the kernel's, held through SQLite: it goes the moment its holder does, even
// after kill -9, and needs no heartbeat (which a busy process would miss).
import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "../core/operator-error.ts";

/** SQLite's own numbers of what went wrong. */
const [SQLITE_BUSY, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_NOTADB] = [5, 8, 14, 26];

/** The embedded database belongs to a shop that runs. */
export class FolderInUse extends OperatorError {}

/** Locks `folder` (made if missing), or throws when another process has it. Returns the function that unlocks. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, ".lock");
  const lock = new DatabaseSync(file, { timeout: 0, open: false });
  try {
    lock.open();
    // SQLite opens a file that it may only read, and then locks nothing: only a write is refused.
    lock.exec("pragma journal_mode = memory; begin exclusive; pragma user_version = 0");
  } catch (error) {
    if (lock.isOpen) lock.close();
    throw explainLock(folder, file, error);
  }
  return () => lock.close();
}

function explainLock(folder: string, file: string, error: unknown): unknown {
  switch (error instanceof Error && "errcode" in error ? error.errcode : null) {
    case SQLITE_BUSY:
      return new FolderInUse(
        `The shop is running: the folder ${folder} is in use by another process. Two shops in one folder would lose data, so this one exits. Stop the other one, or choose another folder (DATA_DIR=./data2).`,
      );
    case SQLITE_NOTADB:
      return new OperatorError(
        `${file} is damaged. It holds no data, only the lock of this folder: make sure that no shop runs on it, delete the file, and start again.`,
      );
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
      return new OperatorError(
        `${file} can't be opened by this user. Give the folder to the user who runs the shop (chown -R), or choose another folder (DATA_DIR).`,
      );
    default:
      return error;
  }
}
