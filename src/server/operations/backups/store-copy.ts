// Copies of backups in the S3 store. Its bucket is that of the product pictures, which is public, and a backup holds
// the shop's secrets. So copies are encrypted with a separate key, the recovery key, and their names can't be guessed
// without it. Bucket and key together restore the shop on any machine; neither is worth anything alone. A copy is cut
// into parts: each is encrypted separately, and a file of any size takes the memory of one part.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { OperatorError } from "../../core/operator-error.ts";
import type { FileStore } from "../../files/file-store.ts";

export const PART_BYTES = 8 * 1024 * 1024;
const TYPE = "application/octet-stream";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 20;
const LIST = "list";

export type StoredBackup = { id: string; createdAt: string; parts: number; fileName: string };

type Store = { files: FileStore; key: string };

/** A new recovery key: "3f2a-…", ten groups of four. */
export function makeRecoveryKey(): string {
  return randomBytes(KEY_BYTES)
    .toString("hex")
    .replace(/.{4}(?!$)/g, "$&-");
}

/** Null when it is not a recovery key. Spaces, hyphens, and capitals don't matter. */
export function parseRecoveryKey(text: string): string | null {
  const digits = text.toLowerCase().replace(/[\s-]/g, "");
  return /^[0-9a-f]{40}$/.test(digits) ? digits.replace(/.{4}(?!$)/g, "$&-") : null;
}

/** Uploads the file. Returns the number of its parts. Throws what the store throws. */
export async function sendCopy(
  store: Store,
  { id, file, signal }: { id: string; file: string; signal: AbortSignal },
): Promise<number> {
  const handle = await open(file, "r");
  try {
    for (let part = 0; ; part += 1) {
      signal.throwIfAborted();
      const bytes = Buffer.alloc(PART_BYTES);
      const { bytesRead } = await handle.read(bytes, 0, PART_BYTES, part * PART_BYTES);
      if (bytesRead === 0) return part;
      await put(store, `${id}/${part}`, bytes.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/** The bytes of a copy, part by part. Throws when one is missing or was changed. */
export async function* readCopy(
  store: Store,
  { id, parts }: Pick<StoredBackup, "id" | "parts">,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part += 1) {
    const bytes = await get(store, `${id}/${part}`);
    if (bytes === null) throw new OperatorError(`part ${part + 1} of ${parts} is not in the store`);
    yield bytes;
  }
}

export async function removeCopy(
  { files, key }: Store,
  { id, parts }: Pick<StoredBackup, "id" | "parts">,
): Promise<void> {
  for (let part = 0; part < parts; part += 1) await files.delete(placeOf(key, `${id}/${part}`));
}

/** Lists what is in the store, for a machine that has nothing but the key. */
export function writeList(store: Store, backups: readonly StoredBackup[]): Promise<void> {
  return put(store, LIST, Buffer.from(JSON.stringify(backups)));
}

/** Newest first; empty when this key has no copies there. */
export async function readList(store: Store): Promise<StoredBackup[]> {
  const bytes = await get(store, LIST);
  return bytes === null ? [] : (JSON.parse(Buffer.from(bytes).toString()) as StoredBackup[]);
}

/**
 * Downloads the newest copy into the new file, which appears complete or not at all. Throws an OperatorError for a
 * refusal.
 */
export async function fetchCopy(store: Store, { file }: { file: string }): Promise<{ createdAt: string }> {
  if (existsSync(file)) throw new OperatorError(`${file} exists already: choose another name`);
  const half = `${file}.part`;
  try {
    const [newest] = await readList(store);
    if (!newest)
      throw new OperatorError("the store has no copies that this key opens: check the key, and S3_BUCKET");
    await pipeline(readCopy(store, newest), createWriteStream(half, { mode: 0o600, flush: true }));
    await rename(half, file);
    return { createdAt: newest.createdAt };
  } finally {
    await rm(half, { force: true });
  }
}

async function put({ files, key }: Store, name: string, bytes: Uint8Array): Promise<void> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", cipherKey(key), iv).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  await files.put(placeOf(key, name), Buffer.concat([iv, cipher.getAuthTag(), sealed]), TYPE);
}

async function get({ files, key }: Store, name: string): Promise<Uint8Array | null> {
  const sealed = await files.get(placeOf(key, name));
  if (sealed === null) return null;
  const cipher = createDecipheriv("aes-256-gcm", cipherKey(key), sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([cipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]);
}

function cipherKey(key: string): Buffer {
  return Buffer.from(hkdfSync("sha256", bytesOf(key), "", "backup copies", 32));
}

/** Only the key reveals the name of the folder. */
function placeOf(key: string, name: string): string {
  const folder = createHmac("sha256", bytesOf(key)).update("backup folder").digest("hex").slice(0, 40);
  return `backups/${folder}/${name}.part`;
}

const bytesOf = (key: string) => Buffer.from(key.replaceAll("-", ""), "hex");
