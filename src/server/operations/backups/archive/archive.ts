// One file for a whole shop: a gzipped tar, so that its owner can open it with tools that every system has. Everything
// is streamed, and the file appears under its name only when it is complete and on disk.
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { flushFolder } from "../../../core/disk/durable-files.ts";
import { OperatorError } from "../../../core/operator-error.ts";

const PRIVATE_FILE = 0o600;
/** Rows compress to a tenth. A file that claims a hundredth is not a backup, and would fill the disk. */
const RATIO_MAX = 100;
const UNPACKED_FLOOR_BYTES = 64 * 1024 * 1024;

/** The file can't be restored; the message says why and what to do, without a final period. */
export class BadArchive extends OperatorError {}

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
/** Adds a file of this size. */
export type AddEntry = (name: string, size: number, chunks: Chunks) => Promise<void>;

/** Writes `target` (readable only by its owner, since it holds secrets). `fill` adds its files one after the other. */
export async function writeArchive(
  target: string,
  { now, signal }: { now: Date; signal?: AbortSignal | undefined },
  fill: (add: AddEntry) => Promise<void>,
): Promise<void> {
  const half = `${target}.part`;
  const tar = pack();
  const broken = new AbortController();
  const writing = pipeline(
    Readable.from(tar),
    createGzip(),
    createWriteStream(half, { mode: PRIVATE_FILE, flush: true }),
    ...(signal ? [{ signal }] : []),
  );
  writing.catch((error: unknown) => broken.abort(error));
  try {
    await fill((name, size, chunks) => addTo(tar, { name, size, mtime: now }, chunks, broken.signal));
    tar.finalize();
    await writing;
    await rename(half, target);
  } catch (error) {
    // When the stream has failed, for example on a full disk, everything added afterward fails with that error.
    const isBroken = tar.destroyed;
    tar.destroy();
    const cause: unknown = await writing.then(() => error).catch((why: unknown) => why);
    await rm(half, { force: true });
    throw isBroken ? cause : error;
  }
  await flushFolder(path.dirname(target));
}

async function addTo(
  tar: ReturnType<typeof pack>,
  { name, size, mtime }: { name: string; size: number; mtime: Date },
  chunks: Chunks,
  broken: AbortSignal,
): Promise<void> {
  broken.throwIfAborted();
  const added = Promise.withResolvers<void>();
  const entry = tar.entry({ name, size, mtime, mode: PRIVATE_FILE }, (error) =>
    error ? added.reject(error) : added.resolve(),
  );
  added.promise.catch(() => {});
  entry.on("error", added.reject);
  for await (const chunk of chunks) if (!entry.write(chunk)) await once(entry, "drain", { signal: broken });
  entry.end(null);
  await added.promise;
}

/** `read` gets each file's bytes in turn, and may skip them; the result "enough" ends the reading. */
export type ReadEntry = (entry: {
  name: string;
  size: number;
  bytes: AsyncIterable<Buffer>;
}) => Promise<unknown>;

/** Reads an archive to its end. Throws BadArchive if it is incomplete or not an archive, and whatever `read` throws. */
export async function readArchive(file: string, read: ReadEntry): Promise<void> {
  let left = Math.max(UNPACKED_FLOOR_BYTES, (await stat(file)).size * RATIO_MAX);
  // No await from here to the loop: the first file is announced once, and the loop must be listening by then.
  const entries = extract();
  const unzipped = createGunzip();
  // Also for a file that is no longer read, because enough of it was.
  unzipped.on("error", () => {});
  const feeding = pipeline(createReadStream(file), unzipped, entries);
  feeding.catch(() => {});
  let isOwn = false;
  try {
    for await (const entry of entries) {
      const { name, size = 0, type } = entry.header;
      left -= size;
      if (left < 0) throw new BadArchive("it holds more than a backup of its size can: choose another file");
      if (type !== "file")
        throw new BadArchive(`it contains ${name}, which no backup contains: choose another file`);
      const answer = await read({ name, size, bytes: bytesOf(entry) }).catch((error: unknown) => {
        isOwn = !(error instanceof StreamEnded);
        throw error;
      });
      if (answer === "enough") return;
      entry.resume();
    }
    await feeding;
  } catch (error) {
    if (isOwn || error instanceof BadArchive) throw error;
    throw explainBroken(await feeding.then(() => error).catch((cause: unknown) => cause));
  } finally {
    entries.destroy();
  }
}

/** The bytes ended before the file did. The stream of the whole archive knows why. */
class StreamEnded extends Error {}

async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of entry) yield chunk as Buffer;
  } catch {
    throw new StreamEnded();
  }
}

const CUT_OFF = /unexpected end/i;

function explainBroken(cause: unknown): unknown {
  if (!(cause instanceof Error) || isOfDisk(cause)) return cause;
  return CUT_OFF.test(cause.message)
    ? cutOff()
    : new BadArchive("it is not a backup of a shop, or it is damaged: choose another file");
}

export function cutOff(): BadArchive {
  return new BadArchive("it is cut off before its end: copy it again, or choose another one");
}

function isOfDisk(error: Error): boolean {
  return "syscall" in error;
}
