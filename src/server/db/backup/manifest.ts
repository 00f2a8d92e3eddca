// The first file of a backup: of which database it is, when it was made, and how much it holds, so that a restore knows
// what to expect before it writes anything.
import { stat, statfs } from "node:fs/promises";
import { z } from "zod";
import { readFirst, type UnpackLimits } from "./archive/archive.ts";
import { BadArchive } from "./archive/byte-queue.ts";

export const MANIFEST = "manifest.json";

const TABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Format 1 did not say how much it holds. */
const manifestSchema = z.object({
  format: z.union([z.literal(1), z.literal(2)]),
  engine: z.enum(["embedded", "postgres"]),
  createdAt: z.iso.datetime(),
  hasPictures: z.boolean(),
  /** Of all other files together. */
  unpackedBytes: z.int().nonnegative().optional(),
  /** Of each table. Earlier backups do not say. */
  rows: z.record(z.string().regex(TABLE), z.int().nonnegative()).optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;

const MANIFEST_BYTES_MAX = 64 * 1024;
const ENTRIES_MAX = 2_000_000;
/** A database packs to a tenth; what claims a hundredth is not one. */
const RATIO_MAX = 100;
const UNPACKED_FLOOR_BYTES = 64 * 1024 * 1024;

/** Throws BadArchive for a file that is no backup of this version or an earlier one. */
export async function readManifest(file: string): Promise<Manifest> {
  const bytes = await readFirst(file, { name: MANIFEST, bytesMax: MANIFEST_BYTES_MAX });
  const json = parseJson(bytes.toString());
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { data: newer } = z.object({ format: z.number().gt(2) }).safeParse(json);
  if (newer) throw new BadArchive("it was made by a newer version of the shop");
  throw new BadArchive("its manifest can't be read");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** How much of this backup is unpacked: what it says it holds, and never more than its own size can hold. */
export async function limitsOf(file: string, { unpackedBytes }: Manifest): Promise<UnpackLimits> {
  const most = Math.max(UNPACKED_FLOOR_BYTES, (await stat(file)).size * RATIO_MAX);
  const said = (unpackedBytes ?? most) + MANIFEST_BYTES_MAX;
  if (said > most + MANIFEST_BYTES_MAX)
    throw new BadArchive("it says that it holds more than a backup of its size can");
  return { bytesMax: said, entriesMax: ENTRIES_MAX };
}

const MEGABYTE = 1024 * 1024;

/** What to tell when the disk of `folder` has no room for the backup, or null. `copies`: how often it is written. */
export async function refuseFullDisk(
  folder: string,
  { unpackedBytes = 0 }: Manifest,
  copies: number,
): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder);
  const needed = unpackedBytes * copies;
  if (bavail * bsize >= needed) return null;
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / MEGABYTE)} MB`;
  return `it needs ${inMegabytes(needed)} in ${folder}, where ${inMegabytes(bavail * bsize)} are free`;
}
