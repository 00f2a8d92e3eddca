// Moves a backup's pictures to where this shop stores its own: DATA_DIR, or its S3 store. Their addresses change, so
// the rows that show them are updated.
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Environment } from "../../../core/env.ts";
import type { Tx } from "../../../db/transaction.ts";
import { createLocalStore } from "../../../files/local-store.ts";
import { createS3Store } from "../../../files/s3-store.ts";
import { PICTURES } from "../archive/back-up-shop.ts";
import { listTables } from "../archive/tables.ts";

const TYPES: Record<string, string> = {
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".png": "image/png",
  ".jpg": "image/jpeg",
};
const AT_ONCE = 8;
/** A sample key, to see what a store puts before it. */
const PROBE = "a/a.webp";

/** The beginnings of picture addresses before and after. */
export type PictureMove = { from: string; to: string };

/**
 * Moves the pictures from the restore's folder to the S3 store, if there is one. They do no harm in the store if the
 * restore fails. Null when they stay.
 */
export async function sendPictures(
  { s3 }: Pick<Environment, "s3">,
  folder: string,
  clock: () => number,
): Promise<PictureMove | null> {
  if (s3 === null) return null;
  const store = createS3Store({ settings: s3, clock });
  const pictures = path.join(folder, PICTURES);
  const found = await readdir(pictures, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const some = files.slice(start, start + AT_ONCE).map(async (file) => {
      const key = path.relative(pictures, file).split(path.sep).join("/");
      const type = TYPES[path.extname(file)] ?? "application/octet-stream";
      await store.put(key, await readFile(file), type);
    });
    await Promise.all(some);
  }
  await rm(pictures, { recursive: true, force: true });
  const beginOf = (url: string) => url.slice(0, -PROBE.length);
  return { from: beginOf(createLocalStore({ folder: pictures }).url(PROBE)), to: beginOf(store.url(PROBE)) };
}

/** Replaces every picture address in the database by the new store's. For tables without triggers. */
export async function renamePictures(tx: Tx, { from, to }: PictureMove): Promise<void> {
  for (const { name, columns } of await listTables(tx)) {
    for (const { name: columnName, type } of columns) {
      const [table, column] = [sql.id(name), sql.id(columnName)];
      if (type === "text")
        await sql`update ${table} set ${column} = ${to}::text || substr(${column}, ${from.length + 1}::integer)
          where starts_with(${column}, ${from})`.execute(tx);
      if (type === "jsonb")
        await sql`update ${table} set ${column} = replace(${column}::text, '"' || ${from}::text, '"' || ${to}::text)::jsonb
          where position('"' || ${from}::text in ${column}::text) > 0`.execute(tx);
    }
  }
}
