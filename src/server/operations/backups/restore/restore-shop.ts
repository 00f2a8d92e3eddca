// Restores a shop from its backup, into a database of either engine. With `replace`, the existing shop is backed up
// first, so there is a way back. Everything else happens in one transaction: existing objects are dropped, tables are
// created and filled, their rows are compared with the backup's manifest, and only then is it committed. A refusal or
// an error leaves everything as it was, and so does a kill at any moment (finish-restore.ts).
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
import { backUpShop } from "../archive/back-up-shop.ts";
import { backupFolder, backupName } from "../backup-folder.ts";
import { writeForgotten } from "../forgotten-list.ts";
import { formatFailure } from "../format-failure.ts";
import { comingFolder, finishRestore, markRestore, stampOf, wasRestored } from "./finish-restore.ts";
import { loadRows, readBackup } from "./load-backup.ts";
import { dropTables, listTableNames } from "./replaced-tables.ts";
import { sendPictures } from "./take-pictures.ts";

/** How long running statements of other programs get to finish. */
const LOCK_TIMEOUT_MS = 20_000;

export type RestoreOptions = { env: Environment; clock: () => number; say: (line: string) => void };

/** `before`: the backup of the existing shop; null: there was none. */
export type Restored = { createdAt: string; rows: number; tables: number; before: string | null };

/** `replace`: an existing shop is replaced; without it, it is a refusal. Throws an OperatorError for every refusal. */
export async function restoreShop(
  options: RestoreOptions & { file: string; replace: boolean },
): Promise<Restored> {
  const { env, file, clock, say, replace } = options;
  const now = new Date(clock());
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new OperatorError(`there is no file ${file}`);
  return withDatabase(options, async (database, home) => {
    const isReplaced = await isInhabited(database, replace);
    const coming = comingFolder(home, stampOf(now));
    await mkdir(coming, { recursive: true, mode: 0o700 });
    say("Reading the backup …");
    const backup = await readBackup(file, coming);
    const before = isReplaced ? await keepShop(database, options, now) : null;
    const pictures = await sendPictures(env, coming, clock);
    // All of it must be on disk before the database commits.
    flushTree(coming);
    say("Restoring the database …");
    await exchange(database, { home, coming }, async (tx) => {
      const dropped = isReplaced ? await dropTables(tx) : [];
      await loadRows(tx, backup, { pictures });
      const here = new Set(await listTableNames(tx));
      const strange = dropped.find((name) => !here.has(name));
      if (strange !== undefined) throw strangeTables(strange);
    });
    const counts = Object.values(backup.sums.tables).map(({ rows }) => rows);
    const rows = counts.reduce((sum, each) => sum + each, 0);
    return { createdAt: backup.manifest.createdAt, rows, tables: counts.length, before };
  });
}

/** Backs up the shop that is about to be replaced. The file is kept as long as nightly backups. */
async function keepShop({ db }: Database, { env, say }: RestoreOptions, now: Date): Promise<string> {
  await writeForgotten(db, env);
  say("Backing up the existing shop …");
  const folder = backupFolder(env);
  const file = path.join(folder, backupName(now, stampOf(now)));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await backUpShop({ db, env, file, now, say: () => {} });
  } catch (error) {
    throw new OperatorError(
      `the existing shop can't be backed up first (${formatFailure(error)}): restore into an empty database, or free up space`,
    );
  }
  return file;
}

/** Opens the database as the role that owns its tables, in a private folder. */
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
    // An uncommitted restore leaves nothing behind. If that is unknown now, the next start checks it.
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

async function exchange(
  database: Database,
  { home, coming }: { home: string; coming: string },
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await inTransaction(database, async (tx) => {
      await takeAlone(tx, database);
      await work(tx);
      await markRestore(tx, coming);
    });
  } catch (error) {
    // The response to the commit may have been lost.
    const isDone = await wasRestored(database.db, coming).catch((why: unknown) => {
      throw new OperatorError(
        `the connection to the database broke, so it is unknown whether the restore finished (${wordsOf(why)}): start PostgreSQL, then the shop or this command again, which finishes or undoes the restore`,
      );
    });
    if (!isDone) throw error;
  }
  await finishRestore(database.db, home);
}

/** Locks the database exclusively until the end of the transaction. */
async function takeAlone(tx: Tx, { kind }: Database): Promise<void> {
  // A dead machine must not hold it for hours.
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
    `a shop is running on this database (${holders.join(", ")}): stop it on every machine; if its machine is gone, try again in half a minute`,
  );
}

/** Throws where a backup must not be restored. */
async function isInhabited({ db }: Database, replace: boolean): Promise<boolean> {
  const holders = await listHolders(db);
  if (holders.length > 0) throw inUse(holders);
  const names = await listTableNames(db);
  if (names.length === 0) return false;
  if (!names.includes("kysely_migration")) throw strangeTables(names[0]);
  if (replace) return true;
  throw new OperatorError(
    "the database already has a shop: add --replace to replace it with the backup; it is backed up first",
  );
}

function strangeTables(name: string | undefined): OperatorError {
  return new OperatorError(
    `the database has tables that don't belong to a shop (${name}): create an empty database for the shop`,
  );
}
