// What the shop has acknowledged must survive a power cut. Bytes that were written stay in memory until the file is
// flushed (fsync), and the name of a file, new or renamed, until its folder is. So a file appears like this: written
// under another name, flushed, renamed, and then the folder flushed. Pictures, secrets, and everything a backup or a
// restore makes are written here. Not here: the mailbox of a shop without SMTP, which is for looking at and may be lost;
// the sandbox's books, which SQLite flushes; and the bytes of a backup, which are flushed as they are written.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import path from "node:path";

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** Windows flushes only what may be written; elsewhere a file may be one that its owner can only read. */
const FLUSH_FLAGS = process.platform === "win32" ? "r+" : "r";
/** Answers of a system that has no flush for folders: Windows, and some network file systems. */
const NO_FOLDER_FLUSH = new Set(["EINVAL", "EBADF", "EPERM", "EACCES", "EISDIR", "ENOTSUP", "ENOSYS"]);

/** Writes `file` (readable by its owner only), or leaves what was there. `half`: its name until it is whole, in the same folder. */
export async function writeDurably(file: string, bytes: Uint8Array, half: string): Promise<void> {
  try {
    await flushed(await open(half, "w", PRIVATE_FILE), (handle) => handle.writeFile(bytes));
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
  await flushFolder(path.dirname(file));
}

/** The same for a text, while the process starts and nothing waits for it yet. */
export function writeDurablySync(file: string, text: string, half: string): void {
  try {
    const handle = openSync(half, "w", PRIVATE_FILE);
    try {
      writeAll(handle, Buffer.from(text));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(half, file);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
  flushFolderSync(path.dirname(file));
}

/** A write may take a part of the bytes and say so, as on a disk that is nearly full; the next one then throws. */
function writeAll(handle: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
}

/** Makes a private folder, with those above it that are missing. */
export function makeFolderDurably(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (first === undefined) return;
  const top = path.resolve(first, "..");
  for (let at = path.resolve(folder); at !== top; at = path.dirname(at)) flushFolderSync(path.dirname(at));
}

/** Flushes everything in a folder that another program has written. Takes as long as the disk needs for each file. */
export function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) flushTree(place);
    else if (entry.isFile()) flushAt(place, FLUSH_FLAGS);
  }
  flushFolderSync(folder);
}

export async function flushFolder(folder: string): Promise<void> {
  try {
    await flushed(await open(folder, "r"), async () => {});
  } catch (error) {
    if (!lacksFolderFlush(error)) throw error;
  }
}

export function flushFolderSync(folder: string): void {
  try {
    flushAt(folder, "r");
  } catch (error) {
    if (!lacksFolderFlush(error)) throw error;
  }
}

function lacksFolderFlush(error: unknown): boolean {
  return error instanceof Error && "code" in error && NO_FOLDER_FLUSH.has(String(error.code));
}

async function flushed(handle: FileHandle, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await write(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function flushAt(place: string, flags: "r" | "r+"): void {
  const handle = openSync(place, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
