// Before anything is opened in it, the data folder is tried: a folder that can't be written, or a full disk, would
// otherwise show up as an unreadable failure of the database.
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../operator-error.ts";

/** What the shop needs to start and to take orders for a while. */
const FREE_BYTES_MIN = 64 * 1024 * 1024;
/** Below this, a running shop says that it is not ready: the next write may fail. */
const FREE_BYTES_READY = 16 * 1024 * 1024;

/** Makes the folder if it is missing, writes a small file, and removes it. Throws an OperatorError that says what to do. */
export function checkFolder(folder: string): void {
  const probe = path.join(folder, `.probe-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const handle = openSync(probe, "w", 0o600);
    try {
      writeSync(handle, "written");
      fsyncSync(handle);
    } finally {
      closeSync(handle);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    throw explainFolder(folder, error);
  }
  const free = freeBytes(folder);
  if (free < FREE_BYTES_MIN) throw new OperatorError(fullDisk(folder, free));
}

/** Why the folder has no room for the next writes, or null. */
export function findFullDisk(folder: string): string | null {
  const free = freeBytes(folder);
  return free < FREE_BYTES_READY ? fullDisk(folder, free) : null;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function fullDisk(folder: string, free: number): string {
  const megabytes = Math.floor(free / 1024 / 1024);
  return `The disk of ${folder} is full: ${megabytes} MB are free. Free up space, or move the folder (DATA_DIR).`;
}

/** What to do about a folder that can't be made or written; any other error as it is. */
export function explainFolder(folder: string, error: unknown): unknown {
  switch (error instanceof Error && "code" in error ? error.code : null) {
    case "EROFS":
      return new OperatorError(
        `The folder ${folder} can't be written: its file system is mounted read-only. Mount it writable, or choose another folder (DATA_DIR).`,
      );
    case "EACCES":
    case "EPERM":
      return new OperatorError(
        `The folder ${folder} can't be written by this user. Give it to the user who runs the shop (chown -R), or choose another folder (DATA_DIR).`,
      );
    case "EEXIST":
    case "ENOTDIR":
      return new OperatorError(`${folder} is a file, not a folder. Choose another folder (DATA_DIR).`);
    case "ENOSPC":
    case "EDQUOT":
      return new OperatorError(
        `The disk of ${folder} is full. Free up space, or move the folder (DATA_DIR).`,
      );
    default:
      return error;
  }
}
