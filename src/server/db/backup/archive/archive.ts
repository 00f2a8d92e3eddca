// One file for a whole shop: a gzipped tar, so that its owner can look into it with the tools that every
// system has. Files are streamed, and the archive appears under its name only when it is whole and on the
// disk. What is unpacked never leaves the folder it is meant for, whatever names an archive holds.
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { flushFolder } from "../../../disk/durable-files.ts";
import { BadArchive, ByteQueue } from "./byte-queue.ts";
import { BLOCK, headerOf, PRIVATE_FILE, readHeader } from "./tar-header.ts";

/** `mayBeGone`: left out when it is deleted before its turn comes. */
type FileEntry = { name: string; file: string; mayBeGone?: boolean };
export type ArchiveEntry = FileEntry | { name: string; bytes: Uint8Array };

const PRIVATE_FOLDER = 0o700;

/** Writes `target` (readable by its owner only: it holds secrets); an existing file is not overwritten. */
export async function writeArchive(
  target: string,
  entries: ArchiveEntry[],
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const half = `${target}.part`;
  try {
    await pipeline(
      Readable.from(tarOf(entries, now)),
      createGzip(),
      createWriteStream(half, { mode: PRIVATE_FILE, flush: true }),
      ...(signal ? [{ signal }] : []),
    );
    await rename(half, target);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
  await flushFolder(path.dirname(target));
}

async function* tarOf(entries: ArchiveEntry[], now: Date): AsyncGenerator<Uint8Array> {
  for (const entry of entries) {
    if ("bytes" in entry) {
      yield* partOf(entry.name, entry.bytes.length, [entry.bytes], now);
      continue;
    }
    // Open, it can be deleted and is still read to its end.
    const file = await openEntry(entry);
    if (!file) continue;
    try {
      const { size } = await file.stat();
      yield* partOf(entry.name, size, file.createReadStream({ autoClose: false }), now);
    } finally {
      await file.close();
    }
  }
  yield new Uint8Array(2 * BLOCK);
}

async function* partOf(
  name: string,
  size: number,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  now: Date,
): AsyncGenerator<Uint8Array> {
  yield headerOf(name, size, now);
  let written = 0;
  for await (const chunk of chunks) {
    written += chunk.length;
    yield chunk;
  }
  if (written !== size) throw new Error(`${name} changed while it was read`);
  if (size % BLOCK > 0) yield new Uint8Array(BLOCK - (size % BLOCK));
}

function openEntry(entry: FileEntry): Promise<FileHandle | null> {
  return open(entry.file).catch(nullIfGone(entry));
}

/** For what fails on the file of an entry: null when it may be gone and is. */
export function nullIfGone({ mayBeGone = false }: FileEntry) {
  return (error: NodeJS.ErrnoException): null => {
    if (mayBeGone && error.code === "ENOENT") return null;
    throw error;
  };
}

/** How much an archive may hold. What is beyond is refused before it is written. */
export type UnpackLimits = { bytesMax: number; entriesMax: number };

/** After the last file a tar is filled up to whole records, 10 KB as most programs write them. */
const END_BYTES_MAX = 1024 * 1024;

/** Unpacks into `folder` and answers the names. Throws BadArchive before or after having written some. */
export async function unpackArchive(
  source: string,
  folder: string,
  { bytesMax, entriesMax }: UnpackLimits,
  signal?: AbortSignal,
): Promise<string[]> {
  const names: string[] = [];
  let left = bytesMax;
  await readArchive(source, async (bytes) => {
    for (;;) {
      signal?.throwIfAborted();
      const header = await bytes.take(BLOCK);
      if (header.every((byte) => byte === 0)) break;
      const { name, size } = readHeader(header);
      left -= size;
      if (left < 0 || names.length >= entriesMax)
        throw new BadArchive("it holds more than a backup of its size can, and was not unpacked");
      await unpackOne(path.join(folder, ...name.split("/")), size, bytes);
      await bytes.take((BLOCK - (size % BLOCK)) % BLOCK);
      names.push(name);
    }
    // To the end: only then has the checksum of the whole been compared.
    await bytes.drain(END_BYTES_MAX);
  });
  return names;
}

/** The bytes of the first file of an archive, which must have this name. Nothing is written. */
export async function readFirst(
  source: string,
  { name, bytesMax }: { name: string; bytesMax: number },
): Promise<Buffer> {
  return readArchive(source, async (bytes) => {
    const first = readHeader(await bytes.take(BLOCK));
    if (first.name !== name || first.size > bytesMax) throw new BadArchive("it is not a backup of a shop");
    return bytes.take(first.size);
  });
}

async function readArchive<T>(source: string, read: (bytes: ByteQueue) => Promise<T>): Promise<T> {
  const file = createReadStream(source);
  const unzipped = file.pipe(createGunzip());
  file.once("error", (error) => unzipped.destroy(error));
  try {
    return await read(new ByteQueue(unzipped[Symbol.asyncIterator]() as AsyncIterator<Buffer>));
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))
      throw new BadArchive("it is not a backup, or it is damaged");
    throw error;
  } finally {
    file.destroy();
    unzipped.destroy();
  }
}

/** Writes the next `size` bytes into the new file `target`. It is on the disk unless the caller flushes many at once. */
export async function unpackOne(
  target: string,
  size: number,
  bytes: ByteQueue,
  { isFlushed = true } = {},
): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
  const handle = await open(target, "wx", PRIVATE_FILE);
  try {
    for (let left = size; left > 0; ) {
      const chunk = await bytes.takeSome(left);
      // A short write is what a full disk answers first.
      for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
      left -= chunk.length;
    }
    if (isFlushed) await handle.sync();
  } finally {
    await handle.close();
  }
}
