// Brings the database to this version of the shop: first the tables (db/migrations, plain SQL, frozen once landed,
// each applied once), then the functions (db/functions), all of it in one transaction under one lock. Several
// processes may start at once: one does the work, the others wait for it and find nothing to do.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { OperatorError } from "../operator-error.ts";
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

/** The number is the one that versions before this one lock with, so that they wait as well. */
const LOCK = "3853314791062309107";
/**
 * A change of a table waits for everybody who reads it, and every sale queues behind the change. So it does not wait to the
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

/**
 * Answers the names of the migrations that were applied now. Throws DatabaseIsNewer, and FunctionFileBroken for a
 * function that can't be used; the database is then unchanged. `say`: told once when others have what must be changed.
 */
export async function migrate(
  db: Kysely<Schema>,
  {
    functionsFolder = FUNCTIONS,
    say = () => {},
  }: { functionsFolder?: string; say?: (message: string) => void } = {},
): Promise<string[]> {
  const files = await readFunctionFiles(functionsFolder);
  const known = await listKnown();
  if (!(await mayMigrate(db))) return refuseOutdated(db, files);
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction({ db }, (tx) => bringUpToDate(tx, known, files));
    } catch (error) {
      if (errorCode(error) !== LOCKED_OUT) throw error;
    }
    if (tries === 1)
      say("The database must be changed, and somebody reads it, such as a backup: waiting for the end …");
    await pause(LOCK_PAUSE_MS);
  }
}

/** The same in a transaction of the caller's, which has done nothing yet. The lock is held to its end. */
export async function migrateIn(tx: Tx): Promise<string[]> {
  return bringUpToDate(tx, await listKnown(), await readFunctionFiles());
}

async function bringUpToDate(tx: Tx, known: string[], files: FunctionFile[]): Promise<string[]> {
  await lockMigrations(tx);
  await sql`set local lock_timeout = ${sql.lit(`${LOCK_WAIT_SECONDS}s`)}`.execute(tx);
  await sql`create table if not exists kysely_migration
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(tx);
  const missing = compare(known, await listApplied(tx));
  for (const name of missing) await applyMigration(tx, name);
  await applyFunctions(tx, files, { isMigrated: missing.length > 0 });
  return missing;
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

/** For a role that may not migrate: nothing is to be done, or somebody else has to do it. */
async function refuseOutdated(db: Kysely<Schema>, files: FunctionFile[]): Promise<string[]> {
  const { known, applied } = await listMigrationNames(db);
  const missing = compare(known, applied);
  const due = missing.length > 0 ? [] : await listDueFunctions(db, files);
  if (missing.length + due.length === 0) return [];
  throw new OperatorError(
    `The database is not up to date (${[...missing, ...due].join(", ")}), and the role of DATABASE_URL may not change its tables. Set DATABASE_URL_OWNER to the role that owns them and run: npm run admin -- migrate`,
  );
}

/** The migrations of this version of the shop, and those that the database has. */
export async function listMigrationNames(
  db: Kysely<Schema>,
): Promise<{ known: string[]; applied: string[] }> {
  const known = await listKnown();
  const { rows: tables } = await sql`select 1 from pg_tables where tablename = 'kysely_migration'`.execute(
    db,
  );
  return { known, applied: tables.length === 0 ? [] : await listApplied(db) };
}

async function listKnown(): Promise<string[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql"));
  return names.map((name) => name.replace(/\.sql$/, "")).sort();
}

async function listApplied(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** The migrations that the database lacks. They come after those that it has. */
function compare(known: string[], applied: string[]): string[] {
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0) throw new DatabaseIsNewer(newer);
  const late = known.find((name, index) => index < applied.length && name !== applied[index]);
  if (late)
    throw new Error(`the migration ${late} must come after ${applied.at(-1)}, which is applied already`);
  return known.slice(applied.length);
}

async function applyMigration(tx: Tx, name: string): Promise<void> {
  const text = await readFile(path.join(MIGRATIONS, `${name}.sql`), "utf8");
  await sql.raw(text).execute(tx);
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    tx,
  );
}
