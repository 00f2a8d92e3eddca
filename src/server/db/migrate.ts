// Brings the database to this version of the shop: first the tables (db/migrations, plain SQL, each file applied once),
// then the functions (db/functions), all of it in one transaction under one lock. Several processes may start at once:
// one does the work, the others wait for it and find nothing to do. Until the first release the files are one baseline
// that may change; a database that another baseline made is refused.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { OperatorError } from "../core/operator-error.ts";
import {
  applyFunctions,
  FUNCTIONS,
  type FunctionFile,
  listDueFunctions,
  readFunctionFiles,
} from "./functions.ts";
import type { Schema } from "./schema.ts";
import { type Db, errorCode, inTransaction, type Tx } from "./transaction.ts";

const MIGRATIONS = path.join(import.meta.dirname, "../../../db/migrations");

/** The shop's own number among PostgreSQL's advisory locks. */
const LOCK = "3853314791062309107";
/**
 * A table change waits for every reader, and every sale queues behind the change. So it does not wait to the
 * end of a dump; it gives up, lets the queue pass, and tries again.
 */
const LOCK_WAIT_SECONDS = 3;
const LOCK_PAUSE_MS = 5_000;
/** SQLSTATE of a lock that did not come free in time. */
const LOCKED_OUT = "55P03";

/** The database has migrations that this version of the shop does not know. The message says what to do. */
export class DatabaseIsNewer extends OperatorError {
  constructor(unknown: string[]) {
    super(
      `The database was migrated by a newer version of the shop (${unknown.join(", ")} is not known here): start that version, or restore a backup from before it (npm run admin -- restore).`,
    );
  }
}

/** An unreleased version of the shop made the database. The message says what to do. */
export class DatabaseIsUnreleased extends OperatorError {
  constructor() {
    super(
      "This database was made by an unreleased version of the shop and can't be upgraded; nothing in it was changed. To start fresh, set DATABASE_URL to an empty database or, without DATABASE_URL, DATA_DIR to a new folder.",
    );
  }
}

/** A file of db/migrations: `hash` is the SHA-256 of its text, in hex. */
type Migration = { name: string; text: string; hash: string };

/**
 * Answers the names of the migrations that were applied now. Throws DatabaseIsUnreleased, DatabaseIsNewer, and
 * FunctionFileBroken for a function that can't be used; the database is then unchanged. `say`: called once when other sessions hold the tables.
 */
export async function migrate(
  db: Kysely<Schema>,
  {
    functionsFolder = FUNCTIONS,
    say = () => {},
  }: { functionsFolder?: string; say?: (message: string) => void } = {},
): Promise<string[]> {
  const files = await readFunctionFiles(functionsFolder);
  const known = await readMigrations();
  if (!(await mayMigrate(db))) return refuseOutdated(db, known, files);
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction({ db }, (tx) => bringUpToDate(tx, known, files));
    } catch (error) {
      if (errorCode(error) !== LOCKED_OUT) throw error;
    }
    if (tries === 1)
      say(
        "The database must be changed, but another session, such as a backup, is reading it: waiting for it to finish …",
      );
    await pause(LOCK_PAUSE_MS);
  }
}

/** The same in a transaction of the caller's, which has done nothing yet. The lock is held to its end. */
export async function migrateIn(tx: Tx): Promise<string[]> {
  return bringUpToDate(tx, await readMigrations(), await readFunctionFiles());
}

/** Throws DatabaseIsNewer or DatabaseIsUnreleased for migrations that are not those of this version or an earlier one. */
export async function checkVersion(migrations: Applied[]): Promise<void> {
  compare(await readMigrations(), migrations);
}

/** Makes the tables that a version had whose migrations were these, without functions. For an empty schema. */
export async function migrateTo(tx: Tx, version: Applied[]): Promise<void> {
  const known = await readMigrations();
  await lockMigrations(tx);
  await makeList(tx);
  for (const migration of known.slice(0, version.length)) await applyMigration(tx, migration);
}

async function bringUpToDate(tx: Tx, known: Migration[], files: FunctionFile[]): Promise<string[]> {
  await lockMigrations(tx);
  await sql`set local lock_timeout = ${sql.lit(`${LOCK_WAIT_SECONDS}s`)}`.execute(tx);
  await makeList(tx);
  const missing = compare(known, await listApplied(tx));
  for (const migration of missing) await applyMigration(tx, migration);
  await applyFunctions(tx, files, { isMigrated: missing.length > 0 });
  return missing.map(({ name }) => name);
}

async function makeList(tx: Tx): Promise<void> {
  await sql`create table if not exists kysely_migration
      (name text primary key, hash text not null, applied_at timestamptz not null)`.execute(tx);
}

/** One process at a time changes the tables, the functions, and the rights to them. Waits without a limit. */
export async function lockMigrations(tx: Tx): Promise<void> {
  // A migration of a large table, and waiting for the process that runs it, may take minutes.
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}::bigint)`.execute(tx);
}

/** Whether this connection's role may make tables. A role that only runs the shop may not. */
async function mayMigrate(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege('public', 'create') as may`.execute(db);
  return rows[0]?.may ?? false;
}

/** For a role that may not migrate: there is nothing to do, or another role has to do it. */
async function refuseOutdated(
  db: Kysely<Schema>,
  known: Migration[],
  files: FunctionFile[],
): Promise<string[]> {
  const missing = compare(known, await listApplied(db)).map(({ name }) => name);
  const due = missing.length > 0 ? [] : await listDueFunctions(db, files);
  if (missing.length + due.length === 0) return [];
  throw new OperatorError(
    `The database is not up to date (${[...missing, ...due].join(", ")}), and the role of DATABASE_URL may not change its tables. Set DATABASE_URL_OWNER to the role that owns them and run: npm run admin -- migrate`,
  );
}

/** The names of the migrations of this version of the shop, and of those that the database has. */
export async function listMigrationNames(
  db: Kysely<Schema>,
): Promise<{ known: string[]; applied: string[] }> {
  const [known, applied] = [await readMigrations(), await listApplied(db)];
  return { known: known.map(({ name }) => name), applied: applied.map(({ name }) => name) };
}

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(MIGRATIONS, file), "utf8");
      return {
        name: file.replace(/\.sql$/, ""),
        text,
        hash: createHash("sha256").update(text).digest("hex"),
      };
    }),
  );
}

/** A migration that a database has. */
export type Applied = Pick<Migration, "name" | "hash">;

/** Empty for a database without a shop. */
export async function listApplied(db: Db): Promise<Applied[]> {
  const { rows: columns } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = 'public' and table_name = 'kysely_migration'`.execute(db);
  if (columns.length === 0) return [];
  if (!columns.some(({ column_name }) => column_name === "hash")) throw new DatabaseIsUnreleased();
  return (await sql<Applied>`select name, hash from kysely_migration order by name`.execute(db)).rows;
}

/** The migrations that the database lacks. They come after those that it has. */
function compare(known: Migration[], applied: Applied[]): Migration[] {
  const newer = applied.slice(known.length).map(({ name }) => name);
  const isOther = known.some(
    ({ name, hash }, at) => applied[at] && (applied[at].name !== name || applied[at].hash !== hash),
  );
  if (isOther) throw new DatabaseIsUnreleased();
  if (newer.length > 0) throw new DatabaseIsNewer(newer);
  return known.slice(applied.length);
}

async function applyMigration(tx: Tx, { name, text, hash }: Migration): Promise<void> {
  await sql.raw(text).execute(tx);
  await sql`insert into kysely_migration (name, hash, applied_at) values (${name}, ${hash}, now())`.execute(
    tx,
  );
}
