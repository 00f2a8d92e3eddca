// One file for a whole shop: a gzipped tar, so that its owner can look into it with the tools that every
// system has. Files are streamed, and the archive appears under its name only when it is whole and on the
// disk. What is unpacked never leaves the folder it is meant for, whatever names an archive holds.
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { flushFolder } from "../../disk/durable-files.ts";

export type ArchiveEntry = { name: string } & ({ file: string } | { bytes: Uint8Array });

/** The file is not an archive of ours, or not a whole one. */
export class BadArchive extends Error {}

const BLOCK = 512;
const NAME_BYTES_MAX = 100;
const SIZE_MAX = 8 ** 11 - 1;
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const SAFE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Writes `target` (readable by its owner only: it holds secrets); an existing file is not overwritten. */
export async function writeArchive(target: string, entries: ArchiveEntry[], now: Date): Promise<void> {
  const half = `${target}.part`;
  try {
    await pipeline(
      Readable.from(tarOf(entries, now)),
      createGzip(),
      createWriteStream(half, { mode: PRIVATE_FILE, flush: true }),
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
    const size = "bytes" in entry ? entry.bytes.length : (await stat(entry.file)).size;
    yield headerOf(entry.name, size, now);
    let written = 0;
    const chunks = "bytes" in entry ? [entry.bytes] : createReadStream(entry.file);
    for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new Error(`${entry.name} changed while it was read`);
    if (size % BLOCK > 0) yield new Uint8Array(BLOCK - (size % BLOCK));
  }
  yield new Uint8Array(2 * BLOCK);
}

function headerOf(name: string, size: number, now: Date): Uint8Array {
  if (!SAFE_NAME.test(name) || Buffer.byteLength(name) > NAME_BYTES_MAX || size > SIZE_MAX)
    throw new Error(`${name} (${size} bytes) does not fit into an archive`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  header.write(name, 0, "latin1");
  octal(PRIVATE_FILE, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(now.getTime() / 1000), 136, 12);
  header.write("        0", 148, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  octal(checksumOf(header), 148, 7);
  return header;
}

/** The sum of the header's bytes with the sum's own field as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte;
  return sum;
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
): Promise<string[]> {
  const names: string[] = [];
  let left = bytesMax;
  await readArchive(source, async (bytes) => {
    for (;;) {
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

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (at: number, length: number) =>
    header.toString("latin1", at, at + length).replace(/\0.*$/s, "");
  const name = text(0, NAME_BYTES_MAX);
  const size = Number.parseInt(text(124, 12), 8);
  if (Number.parseInt(text(148, 8), 8) !== checksumOf(header)) throw new BadArchive("it is not a backup");
  if (!SAFE_NAME.test(name) || !Number.isSafeInteger(size) || header[156] !== 0x30)
    throw new BadArchive("it holds something that no backup does");
  return { name, size };
}

/** Whether these are a whole tar, of any program: every header fits its checksum, up to the end mark. */
export function isWholeTar(bytes: Buffer): boolean {
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return true;
    const octal = (start: number, length: number) =>
      Number.parseInt(header.toString("latin1", start, start + length).replace(/\0.*$/s, ""), 8);
    const size = octal(124, 12);
    if (octal(148, 8) !== checksumOf(header) || !Number.isSafeInteger(size)) return false;
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return false;
}

async function unpackOne(target: string, size: number, bytes: ByteQueue): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
  const handle = await open(target, "wx", PRIVATE_FILE);
  try {
    for (let left = size; left > 0; ) {
      const chunk = await bytes.takeSome(left);
      await handle.write(chunk);
      left -= chunk.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Bytes of a stream, handed out in the sizes that the reader asks for. */
class ByteQueue {
  #chunk: Buffer = Buffer.alloc(0);
  #chunks: AsyncIterator<Buffer>;

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks;
  }

  /** At least one byte and at most `size`. */
  async takeSome(size: number): Promise<Buffer> {
    while (this.#chunk.length === 0) {
      const next = await this.#chunks.next();
      if (next.done) throw new BadArchive("it ends too early");
      this.#chunk = next.value;
    }
    const taken = this.#chunk.subarray(0, size);
    this.#chunk = this.#chunk.subarray(taken.length);
    return taken;
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = size; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await this.takeSome(left));
    return Buffer.concat(parts);
  }

  /** Reads to the end, which must come within `bytesMax`. */
  async drain(bytesMax: number): Promise<void> {
    let left = bytesMax;
    this.#chunk = Buffer.alloc(0);
    for (let next = await this.#chunks.next(); !next.done; next = await this.#chunks.next()) {
      left -= next.value.length;
      if (left < 0) throw new BadArchive("it goes on after its end");
    }
  }
}
