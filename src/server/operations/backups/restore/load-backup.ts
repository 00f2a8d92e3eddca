// Reads a backup twice: first all of it, which proves that it is complete and writes its files to disk; then its rows,
// into tables as of the version that made it. Nothing of it counts before the caller commits.
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import {
  checkVersion,
  DatabaseIsNewer,
  DatabaseIsUnreleased,
  migrateIn,
  migrateTo,
} from "../../../db/migrate.ts";
import type { Tx } from "../../../db/transaction.ts";
import { isStorageKey } from "../../../files/storage-key.ts";
import { BadArchive, cutOff, readArchive } from "../archive/archive.ts";
import { hashing, PICTURES, ROWS, SANDBOX, SECRETS } from "../archive/back-up-shop.ts";
import {
  MANIFEST,
  type Manifest,
  newerVersion,
  parseSums,
  readManifest,
  SUMS,
  type Sums,
  textOf,
} from "../archive/manifest.ts";
import {
  compareSums,
  fixTexts,
  insertLines,
  listTables,
  setSequences,
  sumTables,
  type Table,
} from "../archive/tables.ts";
import { type PictureMove, renamePictures } from "./take-pictures.ts";

export type ReadBackup = { file: string; manifest: Manifest; sums: Sums };

/**
 * Reads all of it. Its files go into `folder`; null: nowhere. Throws BadArchive unless it is a complete backup of this
 * version of the shop or an earlier one.
 */
export async function readBackup(file: string, folder: string | null): Promise<ReadBackup> {
  const manifest = await readManifest(file);
  await checkVersion(manifest.migrations).catch((error: unknown) => {
    if (error instanceof DatabaseIsNewer) throw newerVersion();
    if (error instanceof DatabaseIsUnreleased)
      throw new BadArchive("it was made by an unreleased version of the shop: choose another backup");
    throw error;
  });
  const sum = createHash("sha256");
  const found: { sums: Sums | null; count: number } = { sums: null, count: 0 };
  await readArchive(file, async ({ name, size, bytes }) => {
    if (name === MANIFEST || tableOf(name) !== null) return;
    if (name === SUMS) {
      found.sums = parseSums(await textOf(bytes));
      return;
    }
    if (!isFile(name))
      throw new BadArchive(`it contains ${name}, which no backup contains: choose another file`);
    found.count += 1;
    sum.update(`${name} ${size}\n`);
    await writeOut(folder && path.join(folder, ...name.split("/")), hashing(sum, bytes));
  });
  if (found.sums === null) throw cutOff();
  const { files } = found.sums;
  if (files.count !== found.count || files.sha256 !== sum.digest("hex"))
    throw new BadArchive("its files have been changed: choose another backup");
  return { file, manifest, sums: found.sums };
}

/** What a backup may contain besides rows and its manifest. No other name is ever written to disk. */
function isFile(name: string): boolean {
  const key = name.startsWith(`${PICTURES}/`) ? name.slice(PICTURES.length + 1) : null;
  return name === SECRETS || name === SANDBOX || (key !== null && isStorageKey(key));
}

/** The table of a rows entry; null for any other entry. */
function tableOf(name: string): string | null {
  const [folder, table = "", part = ""] = name.split("/");
  return folder === ROWS && part !== "" ? table : null;
}

async function writeOut(target: string | null, bytes: AsyncIterable<Buffer>): Promise<void> {
  if (target === null) {
    for await (const _chunk of bytes);
    return;
  }
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(bytes, createWriteStream(target, { flags: "wx", mode: 0o600 }));
}

/**
 * Creates and fills the tables in an empty schema. Throws BadArchive when the rows differ from the manifest.
 * `pictures`: they have other addresses here.
 */
export async function loadRows(
  tx: Tx,
  { file, manifest, sums }: ReadBackup,
  { pictures = null }: { pictures?: PictureMove | null } = {},
): Promise<void> {
  await migrateTo(tx, manifest.migrations);
  await fixTexts(tx);
  const tables = await listTables(tx);
  refuseOtherTables(manifest, tables);
  const links = await dropLinks(tx);
  // Rows that migrations insert are in the backup, too.
  for (const { name } of tables) await sql`delete from ${sql.id(name)}`.execute(tx);
  const byName = new Map(tables.map((table) => [table.name, table]));
  await readArchive(file, async ({ name, bytes }) => {
    const table = byName.get(tableOf(name) ?? "");
    if (table) await insertLines(tx, table, await textOf(bytes));
  });
  await addLinks(tx, links);
  await setSequences(tx, sums.sequences);
  const [difference] = compareSums(sums.tables, await sumTables(tx, tables));
  if (difference) throw new BadArchive(`its rows have been changed (${difference}): choose another backup`);
  if (pictures !== null) await renamePictures(tx, pictures);
  // Later migrations, and the functions, whose triggers must not run while rows are loaded.
  await migrateIn(tx);
  await sql`analyze`.execute(tx);
}

function refuseOtherTables(manifest: Manifest, tables: Table[]): void {
  const textOfTables = (list: { name: string; columns: string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns]));
  const here = tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
  if (textOfTables(here) !== textOfTables(manifest.tables))
    throw new BadArchive("its tables don't match any version of the shop: choose another backup");
}

type Link = { table: string; name: string; definition: string };

/** Foreign keys come last: rows refer to each other across tables and within one. */
async function dropLinks(tx: Tx): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace`.execute(tx);
  for (const { table, name } of rows)
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(tx);
  return rows;
}

async function addLinks(tx: Tx, links: Link[]): Promise<void> {
  for (const { table, name, definition } of links)
    await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx);
}
