// A shop out of its backup. Nothing is deleted: what was there is moved aside, and `undoRestore` exchanges it back. A
// refusal or an error leaves everything as it was, and so does a kill at any moment.
//
// The embedded database is unpacked, tried, and exchanged with the rest of the folder (move-in.ts). A PostgreSQL is
// exchanged in one transaction (exchange-postgres.ts). There the folder waits under a name of its own until that is
// committed, and whoever opens it next asks the database whether it was: both are of the backup, or none.
import { existsSync, statSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "../../env.ts";
import { OperatorError, wordsOf } from "../../operator-error.ts";
import { lockFolder } from "../folder-lock.ts";
import { unpackArchive } from "./archive/archive.ts";
import { BadArchive } from "./archive/byte-queue.ts";
import {
  type BackupOptions,
  type BackupRefusal,
  DATABASE,
  engineOf,
  ownerUrlOf,
  PICTURES,
  refuse,
  SANDBOX,
  SECRETS,
} from "./back-up-shop.ts";
import { compareRows } from "./count-rows.ts";
import { DatabaseInUse, exchangePostgres, findKept, wasExchanged } from "./exchange-postgres.ts";
import { keptSchema } from "./kept-shops.ts";
import { limitsOf, MANIFEST, type Manifest, readManifest, refuseFullDisk } from "./manifest.ts";
import {
  endWait,
  listReplaced,
  listWaiting,
  moveIn,
  replacedFolder,
  replacedPlace,
  stampOf,
  UNFINISHED,
  waitIn,
} from "./move-in.ts";
import { openCopy } from "./open-copy.ts";
import { isPostgresEmpty, listLiving } from "./postgres-tools.ts";

export type RestoreOptions = BackupOptions & {
  /** A shop that is there is put aside; without it, it is a refusal. */
  replace: boolean;
};

/** Where the shop is that was there: a folder, and a schema of the PostgreSQL. Null: there was none. */
type Kept = { movedTo: string | null; keptIn: string | null };

/** Throws while a shop runs on DATA_DIR. */
export async function restoreShop(
  options: RestoreOptions,
): Promise<({ ok: true; manifest: Manifest } & Kept) | BackupRefusal> {
  const { env, file, now, say, replace } = options;
  const home = path.resolve(env.dataDir);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    return refuse("no_file", `there is no file ${file}`);
  const unlock = lockFolder(home);
  const scratch = path.join(home, `${UNFINISHED}${process.pid}`);
  try {
    await settleRestores(env);
    const manifest = await readManifest(file);
    const limits = await limitsOf(file, manifest);
    const engine = engineOf(env);
    if (manifest.engine !== engine)
      return refuse(
        "other_engine",
        `the backup is of the ${manifest.engine} database, this shop uses ${engine}`,
      );
    if (!replace && (await isInhabited(env, home)))
      return refuse("not_empty", "there is a shop already; add --replace to put the backup in its place");
    await refuseInUse(options);
    const fullDisk = await refuseFullDisk(home, manifest, engine === "embedded" ? 2 : 1);
    if (fullDisk !== null) return refuse("no_room", fullDisk);
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    say("Unpacking …");
    const names = await unpackArchive(file, scratch, limits);
    const strange = names.find((name) => !isPart(name, engine));
    if (strange) throw new BadArchive(`it holds ${strange}, which no backup does`);
    await rm(path.join(scratch, MANIFEST));
    if (!existsSync(path.join(scratch, DATABASE[engine]))) throw new BadArchive("it has no database");
    say("Restoring the database …");
    const { databaseUrl } = env;
    if (databaseUrl !== null) {
      // Beside the folder that waits to move in, where it is no part of it.
      const exchange = { dump: path.join(scratch, DATABASE.postgres), replace, rows: manifest.rows ?? null };
      return { ok: true, manifest, ...(await exchangeShop({ ...options, databaseUrl }, scratch, exchange)) };
    }
    await tryEmbedded(path.join(scratch, DATABASE.embedded), path.join(scratch, "database"), manifest.rows);
    return { ok: true, manifest, movedTo: moveIn(home, scratch, stampOf(now)), keptIn: null };
  } catch (error) {
    if (error instanceof BadArchive) return refuse("bad_archive", `${file} can't be used: ${error.message}`);
    return refusalOf(error);
  } finally {
    await rm(scratch, { recursive: true, force: true });
    unlock();
  }
}

/** Exchanges the shop for the one that the last restore put aside, which puts this one aside. */
export async function undoRestore(
  options: Pick<RestoreOptions, "env" | "now" | "say">,
): Promise<({ ok: true } & Kept) | BackupRefusal> {
  const { env, now, say } = options;
  const home = path.resolve(env.dataDir);
  const unlock = lockFolder(home);
  try {
    await settleRestores(env);
    await refuseInUse(options);
    const { databaseUrl } = env;
    if (databaseUrl === null) {
      const [newest] = listReplaced(home);
      return newest === undefined
        ? nothingKept
        : { ok: true, movedTo: moveIn(home, newest, stampOf(now)), keptIn: null };
    }
    const kept = await findKept(ownerUrlOf(env, databaseUrl));
    if (kept === null) return nothingKept;
    const folder = listReplaced(home).find((name) => keptSchema(path.basename(name)) === kept) ?? null;
    if (folder === null && keepsParts(env, home)) return otherFolder(home, kept);
    say("Exchanging the database …");
    return { ok: true, ...(await exchangeShop({ ...options, databaseUrl }, folder, { kept })) };
  } catch (error) {
    return refusalOf(error);
  } finally {
    unlock();
  }
}

const nothingKept: BackupRefusal = {
  ok: false,
  reason: "nothing_kept",
  message: "no restore has put a shop aside here",
};

/** Whether the shop has something in the folder that goes with its database. */
function keepsParts(env: Environment, home: string): boolean {
  const parts = [
    ...(env.s3 === null ? [PICTURES] : []),
    ...(env.shopSecret === null ? [SECRETS] : []),
    ...(env.stripe === null ? [SANDBOX] : []),
  ];
  return parts.some((part) => existsSync(path.join(home, part)));
}

function otherFolder(home: string, kept: string): BackupRefusal {
  const folder = replacedPlace(home, kept);
  return refuse(
    "other_folder",
    `the restore that made the schema ${kept} put its folder aside elsewhere, for there is no ${folder}; run this where it ran (machine and DATA_DIR), or, if nothing was in the folder then, make that folder, empty`,
  );
}

function refusalOf(error: unknown) {
  if (!(error instanceof DatabaseInUse)) throw error;
  const wait = "if its machine is gone, try again in half a minute";
  return refuse("in_use", `the shop still runs (${error.message}); stop it there first, or ${wait}`);
}

/** What a backup may hold: nothing else ever reaches the data folder. */
function isPart(name: string, engine: Manifest["engine"]): boolean {
  return [MANIFEST, DATABASE[engine], SANDBOX, SECRETS].includes(name) || name.startsWith(`${PICTURES}/`);
}

type Parts = { dump: string; replace: boolean; rows: Record<string, number> | null } | { kept: string };

/** Exchanges the PostgreSQL, and the folder for `folder` if that is given. */
async function exchangeShop(
  options: Pick<RestoreOptions, "env" | "now" | "say"> & { databaseUrl: string },
  folder: string | null,
  parts: Parts,
): Promise<Kept> {
  const { env, now, say, databaseUrl } = options;
  const home = path.resolve(env.dataDir);
  const stamp = stampOf(now);
  const url = ownerUrlOf(env, databaseUrl);
  let isPrepared = false;
  let keptIn: string | null = null;
  const beforeCommit = async (kept: string | null) => {
    keptIn = kept;
    if ("dump" in parts) await rm(parts.dump);
    if (folder !== null) waitIn(home, folder, stamp);
    isPrepared = true;
    say("Putting it in place …");
  };
  try {
    await exchangePostgres(url, { ...parts, stamp, beforeCommit });
  } catch (error) {
    if (!isPrepared) throw error;
    // The answer to the commit may have got lost.
    const isInPlace = await wasExchanged(url, stamp).catch((why: unknown) => {
      throw new OperatorError(
        `The connection to the database broke at the last step, and whether it is exchanged can't be asked now. Start PostgreSQL, then the shop or this command again: either ends what was begun, or undoes it. ${wordsOf(why)}`,
      );
    });
    endWait(home, stamp, { isMeant: isInPlace });
    if (!isInPlace) throw error;
  }
  say("The database is in place.");
  endWait(home, stamp, { isMeant: true });
  return { movedTo: replacedFolder(home, stamp), keptIn };
}

/**
 * Ends what a restore began that was killed between the database and the folder. For whoever has locked DATA_DIR. Throws
 * what the database throws.
 */
export async function settleRestores(env: Environment): Promise<void> {
  if (env.databaseUrl === null) return;
  const home = path.resolve(env.dataDir);
  for (const stamp of listWaiting(home))
    endWait(home, stamp, { isMeant: await wasExchanged(ownerUrlOf(env, env.databaseUrl), stamp) });
}

/** The same for a command, which runs beside a shop and locks nothing. Throws an OperatorError when somebody else has the folder. */
export async function settleForCommand(env: Environment): Promise<void> {
  const home = path.resolve(env.dataDir);
  if (env.databaseUrl === null || !existsSync(home) || listWaiting(home).length === 0) return;
  const unlock = lockOrExplain(home);
  try {
    await settleRestores(env);
  } finally {
    unlock();
  }
}

function lockOrExplain(home: string): () => void {
  try {
    return lockFolder(home);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(
      `A restore was broken off: the parts that belong to its database still wait in ${home}, and another process has that folder. Wait until it is done, or stop it, then try again.`,
    );
  }
}

/** Makes the database and looks into it before it takes the place of another one. */
async function tryEmbedded(dump: string, target: string, rows: Manifest["rows"]): Promise<void> {
  const found = await openCopy(dump, target);
  if (!("kysely_migration" in found)) throw new BadArchive("its database is not a shop's");
  const [difference] = rows ? compareRows(rows, found) : [];
  if (difference) throw new BadArchive(`its database is not whole (${difference})`);
}

/** Before anything is unpacked; the exchange itself looks again. The lock of the folder says nothing about other machines. */
async function refuseInUse({ env }: Pick<RestoreOptions, "env">) {
  if (env.databaseUrl === null) return;
  const living = await listLiving(ownerUrlOf(env, env.databaseUrl));
  if (living.length > 0) throw new DatabaseInUse(living.join(", "));
}

async function isInhabited(env: Environment, home: string): Promise<boolean> {
  if (env.databaseUrl === null) return existsSync(path.join(home, "database"));
  return !(await isPostgresEmpty(ownerUrlOf(env, env.databaseUrl)));
}
