// What a backup says about itself. The first file says what it is and which tables it has, so that a restore can refuse
// it before reading on. The last one says how much everything was, which is known only then; a backup without it is
// incomplete.
import { z } from "zod";
import { OperatorError } from "../../../core/operator-error.ts";
import { BadArchive, cutOff, readArchive } from "./archive.ts";

export const MANIFEST = "shop.json";
export const SUMS = "sums.json";
const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Of the version of the shop that made it. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })).min(1),
  /** False: they are in an S3 store. */
  hasPictures: z.boolean(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});

const sumsSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.int().nonnegative(), sum: z.string() })),
  sequences: z.record(z.string(), z.string()),
  files: z.object({ count: z.int().nonnegative(), sha256: z.string() }),
});

export type Manifest = z.infer<typeof manifestSchema>;
/** `sum`: over the content of all rows, in any order. `sha256`: over names and bytes of the files, in order. */
export type Sums = z.infer<typeof sumsSchema>;

export const newManifest = (parts: Omit<Manifest, "format">): Manifest => ({ format: FORMAT, ...parts });

/** Reads only the first file. Throws BadArchive. */
export async function readManifest(file: string): Promise<Manifest> {
  let manifest: Manifest | null = null;
  await readArchive(file, async ({ name, bytes }) => {
    manifest = parseManifest(name, await textOf(bytes));
    return "enough";
  });
  return manifest ?? parseManifest("", "");
}

function parseManifest(name: string, text: string): Manifest {
  const json = name === MANIFEST ? parseJson(text) : null;
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  if (z.object({ format: z.number().gt(FORMAT) }).safeParse(json).success) throw newerVersion();
  throw new BadArchive("it is not a backup of this shop: choose another file");
}

export function newerVersion(): BadArchive {
  return new BadArchive(
    "it was made by a newer version of the shop: install that version, and restore with it",
  );
}

export function parseSums(text: string): Sums {
  const parsed = sumsSchema.safeParse(parseJson(text));
  if (!parsed.success) throw cutOff();
  return parsed.data;
}

/** The largest entry that is read into memory: the manifest, the sums, a few hundred rows. */
const TEXT_BYTES_MAX = 512 * 1024 * 1024;

export async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > TEXT_BYTES_MAX) throw new OperatorError("it has a row that is larger than any the shop makes");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
