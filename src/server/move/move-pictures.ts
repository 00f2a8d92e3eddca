// Takes the pictures of DATA_DIR along into an S3 bucket. Copying again does no harm, so a move that was cut off is
// begun anew. The folder keeps its files.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Tx } from "../db/transaction.ts";
import type { FileStore } from "../files/file-store.ts";
import { isStorageKey } from "../files/storage-key.ts";
import type { Table } from "./copy-tables.ts";

const TYPES: Record<string, string> = {
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".png": "image/png",
  ".jpg": "image/jpeg",
};
const AT_ONCE = 8;

/** Answers how many. */
export async function copyPictures(folder: string, store: FileStore): Promise<number> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const keyOf = (file: string) => path.relative(folder, file).split(path.sep).join("/");
  const pictures = files.filter((file) => isStorageKey(keyOf(file)));
  for (let start = 0; start < pictures.length; start += AT_ONCE) {
    const some = pictures.slice(start, start + AT_ONCE);
    await Promise.all(
      some.map(async (file) => {
        const type = TYPES[path.extname(file)] ?? "application/octet-stream";
        await store.put(keyOf(file), await readFile(file), type);
      }),
    );
  }
  return pictures.length;
}

/** Makes every URL of a picture in the database one of the new store. Both end in a slash. */
export async function renamePictures(
  tx: Tx,
  tables: Table[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const { name, columns } of tables) {
    const table = sql.id(name);
    const renamed = columns.filter(
      ({ type, isGenerated }) => !isGenerated && (type === "text" || type === "jsonb"),
    );
    if (renamed.length === 0) continue;
    await sql`alter table ${table} disable trigger user`.execute(tx);
    for (const { name: columnName, type } of renamed) {
      const column = sql.id(columnName);
      await (type === "text"
        ? sql`update ${table} set ${column} = ${to} || substr(${column}, length(${from}) + 1)
            where starts_with(${column}, ${from})`
        : sql`update ${table} set ${column} = replace(${column}::text, '"' || ${from}, '"' || ${to})::jsonb
            where position('"' || ${from} in ${column}::text) > 0`
      ).execute(tx);
    }
    await sql`alter table ${table} enable trigger user`.execute(tx);
  }
}
