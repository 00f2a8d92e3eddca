// The header of one file in a tar, as every program writes it.
import { BadArchive } from "./byte-queue.ts";

export const BLOCK = 512;
export const PRIVATE_FILE = 0o600;
const NAME_BYTES_MAX = 100;
const SIZE_MAX = 8 ** 11 - 1;
const SAFE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
const FILE = 0x30;
const FOLDER = 0x35;

/** `isFolder`: of an empty one; a file brings its folders along. */
export function headerOf(name: string, size: number, now: Date, { isFolder = false } = {}): Uint8Array {
  if (!SAFE_NAME.test(name) || Buffer.byteLength(name) > NAME_BYTES_MAX || size > SIZE_MAX)
    throw new Error(`${name} (${size} bytes) does not fit into an archive`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  header.write(name, 0, "latin1");
  octal(isFolder ? 0o700 : PRIVATE_FILE, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(now.getTime() / 1000), 136, 12);
  header.write("        ", 148, "latin1");
  header[156] = isFolder ? FOLDER : FILE;
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

/** Throws BadArchive for what no backup holds, such as links, or names that lead out of a folder. */
export function readHeader(header: Buffer): { name: string; size: number } {
  const { name, size, isFolder } = readDataHeader(header);
  if (isFolder) throw new BadArchive("it holds something that no backup does");
  return { name: checkName(name), size };
}

/** The same for a tar of a database's folder, where names may begin with a slash. */
export function readDataHeader(header: Buffer): { name: string; size: number; isFolder: boolean } {
  const text = (at: number, length: number) =>
    header.toString("latin1", at, at + length).replace(/\0.*$/s, "");
  const name = text(0, NAME_BYTES_MAX);
  const size = Number.parseInt(text(124, 12), 8);
  if (Number.parseInt(text(148, 8), 8) !== checksumOf(header)) throw new BadArchive("it is not a backup");
  const type = header[156];
  if (!Number.isSafeInteger(size) || (type !== FILE && type !== FOLDER))
    throw new BadArchive("it holds something that no backup does");
  return { name, size, isFolder: type === FOLDER };
}

/** Throws BadArchive for a name that could lead out of the folder it is meant for. */
export function checkName(name: string): string {
  if (!SAFE_NAME.test(name)) throw new BadArchive("it holds something that no backup does");
  return name;
}
