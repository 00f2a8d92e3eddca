// A shop out of its backup, into a database of either engine. All of it happens in one transaction: the shop that is there
// is put aside, tables are made and filled, their rows are compared with what the backup says, and only then is it
// committed. Nothing is deleted, and `undoRestore` exchanges the two back. A refusal or an error leaves everything as it
// was, and so does a kill at any moment (finish-restore.ts).
import { existsSync, statSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { checkFolder } from "../../../core/disk/check-folder.ts";
import { flushTree } from "../../../core/disk/durable-files.ts";
import type { Environment } from "../../../core/env.ts";
import { OperatorError, wordsOf } from "../../../core/operator-error.ts";
import { type Database, openEmbeddedDatabase, openPostgresDatabase } from "../../../db/database.ts";
import { lockFolder } from "../../../db/folder-lock.ts";
import { HOLDERS_SQL, KEEP_ALIVE, SHOP_LOCK } from "../../../db/presence.ts";
import { ownerUrlOf, ownerVariableOf } from "../../../db/roles.ts";
import { type Db, inTransaction, type Tx } from "../../../db/transaction.ts";
import { writeForgotten } from "../forgotten-list.ts";
import {
  asideFolder,
  comingFolder,
  finishRestore,
  markRestore,
  stampOf,
  wasRestored,
} from "./finish-restore.ts";
import { findKept, keptSchema, moveObjects, stampOfSchema } from "./kept-shops.ts";
import { loadRows, readBackup } from "./load-backup.ts";
import { sendPictures } from "./take-pictures.ts";

/** Statements of other programs that are under way get so long to end. */
const LOCK_TIMEOUT_MS = 20_000;

export type RestoreOptions = { env: Environment; clock: () => number; say: (line: string) => void };

/** Where the shop is that was there: a folder, and a schema of the database. Null: there was none. */
export type Kept = { movedTo: string; keptIn: string | null };
export type Restored = Kept & { createdAt: string; rows: number; tables: number };

/** `replace`: a shop that is there is put aside; without it, it is a refusal. Throws an OperatorError for every refusal. */
export async function restoreShop(
  options: RestoreOptions & { file: string; replace: boolean },
): Promise<Restored> {
  const { env, file, clock, say, replace } = options;
  const stamp = stampOf(new Date(clock()));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new OperatorError(`there is no file ${file}`);
  return withDatabase(options, async (database, home) => {
    const keptIn = (await isInhabited(database, replace)) ? keptSchema(stamp) : null;
    if (keptIn !== null) await writeForgotten(database.db, env);
    const coming = comingFolder(home, stamp);
    await mkdir(coming, { recursive: true, mode: 0o700 });
    say("Reading the backup …");
    const backup = await readBackup(file, coming);
    const pictures = await sendPictures(env, coming, clock);
    // All of it must be on the disk before the database commits.
    flushTree(coming);
    say("Restoring the database …");
    const movedTo = await exchange(database, { home, coming, stamp }, async (tx) => {
      if (keptIn !== null) await putAside(tx, keptIn);
      await loadRows(tx, backup, { pictures });
    });
    const counts = Object.values(backup.sums.tables).map(({ rows }) => rows);
    const rows = counts.reduce((sum, each) => sum + each, 0);
    return { createdAt: backup.manifest.createdAt, rows, tables: counts.length, movedTo, keptIn };
  });
}

/** Exchanges the shop for the one that the last restore put aside, which puts this one aside. Throws as `restoreShop`. */
export async function undoRestore(options: RestoreOptions): Promise<Kept> {
  const stamp = stampOf(new Date(options.clock()));
  return withDatabase(options, async (database, home) => {
    const kept = await findKept(database.db);
    if (kept === null) throw new OperatorError("no restore has put a shop aside here");
    const coming = asideFolder(home, stampOfSchema(kept));
    if (!existsSync(coming))
      throw new OperatorError(
        `the restore that made the schema ${kept} put its files aside elsewhere, for there is no ${coming}: run this where it ran (machine and DATA_DIR)`,
      );
    await writeForgotten(database.db, options.env);
    const keptIn = keptSchema(stamp);
    const movedTo = await exchange(database, { home, coming, stamp }, async (tx) => {
      await putAside(tx, keptIn);
      await moveObjects(tx, kept, "public");
      await sql`drop schema ${sql.id(kept)}`.execute(tx);
    });
    return { movedTo, keptIn };
  });
}

/** Opens the database as the role that owns its tables, in a folder that nobody else has. */
async function withDatabase<T>(
  { env, say }: RestoreOptions,
  work: (database: Database, home: string) => Promise<T>,
): Promise<T> {
  const home = path.resolve(env.dataDir);
  checkFolder(home);
  const hadDatabase = existsSync(path.join(home, "database"));
  const { database, close } = await openAsOwner(env, home, say);
  let isDone = false;
  try {
    await finishRestore(database.db, home);
    const result = await work(database, home);
    isDone = true;
    return result;
  } finally {
    // What did not come to a commit leaves nothing lying; if this can't be asked now, the next start asks.
    if (!isDone) await finishRestore(database.db, home).catch(() => {});
    await close();
    if (!isDone && !hadDatabase) await rm(path.join(home, "database"), { recursive: true, force: true });
  }
}

async function openAsOwner(env: Environment, home: string, say: RestoreOptions["say"]) {
  if (env.databaseUrl === null) {
    const database = await openEmbeddedDatabase(home, say);
    return { database, close: database.close };
  }
  const unlock = lockFolder(home);
  try {
    const database = await openPostgresDatabase(ownerUrlOf(env, env.databaseUrl), {
      name: ownerVariableOf(env),
    });
    const close = async () => {
      await database.close();
      unlock();
    };
    return { database, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Answers where the files went that were there. */
async function exchange(
  database: Database,
  { home, coming, stamp }: { home: string; coming: string; stamp: string },
  work: (tx: Tx) => Promise<void>,
): Promise<string> {
  try {
    await inTransaction(database, async (tx) => {
      await takeAlone(tx, database);
      await work(tx);
      await markRestore(tx, { coming, stamp });
    });
  } catch (error) {
    // The answer to the commit may have got lost.
    const isDone = await wasRestored(database.db, stamp).catch((why: unknown) => {
      throw new OperatorError(
        `the connection to the database broke, and whether the shop in it is the restored one can't be asked now (${wordsOf(why)}): start PostgreSQL, then the shop or this command again, which ends what was begun or undoes it`,
      );
    });
    if (!isDone) throw error;
  }
  await finishRestore(database.db, home);
  return asideFolder(home, stamp);
}

/** Nobody else has the database, to the end of the transaction. */
async function takeAlone(tx: Tx, { kind }: Database): Promise<void> {
  // A machine that is gone must not keep it for hours.
  const settings = { lock_timeout: LOCK_TIMEOUT_MS, ...(kind === "postgres" ? KEEP_ALIVE : {}) };
  for (const [name, value] of Object.entries(settings))
    await sql`select set_config(${name}, ${String(value)}, true)`.execute(tx);
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${sql.raw(SHOP_LOCK)}) as "isFree"`.execute(tx);
  if (!rows[0]?.isFree) throw inUse(await listHolders(tx));
}

async function listHolders(db: Db): Promise<string[]> {
  const { rows } = await sql.raw<{ name: string }>(HOLDERS_SQL).execute(db);
  return rows.map(({ name }) => name);
}

function inUse(holders: string[]): OperatorError {
  return new OperatorError(
    `a shop runs on this database (${holders.join(", ")}): stop it on every machine; if its machine is gone, try again in half a minute`,
  );
}

/** Throws where a backup may not go. */
async function isInhabited({ db }: Database, replace: boolean): Promise<boolean> {
  const holders = await listHolders(db);
  if (holders.length > 0) throw inUse(holders);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`.execute(db);
  if (rows.length === 0) return false;
  if (!rows.some(({ name }) => name === "kysely_migration"))
    throw new OperatorError("the database has tables that are no shop's: make an empty one for the shop");
  if (replace) return true;
  throw new OperatorError(
    "there is a shop already: add --replace to put the backup in its place, and the shop aside",
  );
}

async function putAside(tx: Tx, schema: string): Promise<void> {
  await sql`create schema ${sql.id(schema)}`.execute(tx);
  await moveObjects(tx, "public", schema);
}
