// Keeps what the shop writes to its own user. Customers' addresses, password hashes and keys are in DATA_DIR, and the
// embedded database writes files that anyone may read, so the folder itself must be private. Every file that a
// process of the shop makes from now on is private, too, backups above all.
import { chmodSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { explainFolder } from "#server/core/disk/check-folder.ts";
import { makeFolderDurably } from "#server/core/disk/durable-files.ts";

const PRIVATE_UMASK = 0o077;
const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;
const STICKY = 0o1000;

/** For the first line of every process. */
export function makeFilesPrivate(): void {
  process.umask(PRIVATE_UMASK);
}

/**
 * Closes the folder to other users, if it is there or `isMade` says to make it, and says so where it was open. A
 * folder that is not the shop's alone (another user's, a home folder, /tmp) is left as it is, with a warning.
 */
export function closeFolder(folder: string, say: (message: string) => void, { isMade = true } = {}): void {
  if (isMade) makeFolder(folder);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || process.platform === "win32" || (found.mode & OTHERS) === 0) return;
  const isShared = (found.mode & STICKY) !== 0 || path.resolve(folder) === homedir();
  const mode = (found.mode & 0o777).toString(8);
  try {
    if (isShared) throw new Error("it is not the shop's alone");
    chmodSync(folder, PRIVATE_FOLDER);
    say(`${folder} was open to other users of this machine (mode ${mode}). It is private now (700).`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(
      `Other users of this machine may read the shop's data: ${folder} has mode ${mode} and can't be closed (${why}). Give the shop its own folder with mode 700.`,
    );
  }
}

function makeFolder(folder: string): void {
  try {
    makeFolderDurably(folder);
  } catch (error) {
    throw explainFolder(folder, error);
  }
}
