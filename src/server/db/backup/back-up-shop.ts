// A shop in one file, and back. The archive holds what belongs together: the database, the uploaded pictures (unless
// they are in an S3 bucket), the secrets (without them every mailed order link and every session would be dead) and the
// payment sandbox's books (without them a demo's orders would have unknown payments). So it is as secret as the shop
// itself. Mails in the demo mailbox are not in it. The way back is in restore-shop.ts.
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type pg from "pg";
import type { Environment } from "../../env.ts";
import { openEmbeddedDatabase } from "../database.ts";
import { type ArchiveEntry, nullIfGone, writeArchive } from "./archive/archive.ts";
import { type Copy, copyEmbedded } from "./copy-embedded.ts";
import { MANIFEST, type Manifest } from "./manifest.ts";
import { dumpPostgres } from "./postgres-tools.ts";

export type BackupRefusal = {
  ok: false;
  reason:
    | "exists"
    | "no_shop"
    | "no_file"
    | "not_empty"
    | "in_use"
    | "bad_archive"
    | "other_engine"
    | "no_room"
    | "nothing_kept"
    | "other_folder";
  message: string;
};

export type BackupOptions = { env: Environment; file: string; now: Date; say: (line: string) => void };

export const DATABASE = { embedded: "database.tar", postgres: "database.dump" } as const;
export const SANDBOX = "sandbox.sqlite";
export const SECRETS = "secrets.json";
export const PICTURES = "files";
/** Folders that begin so hold what is not whole yet. */
export const SCRATCH = "backup.new-";

export function refuse(reason: BackupRefusal["reason"], message: string): BackupRefusal {
  return { ok: false, reason, message };
}

export const engineOf = (env: Environment) => (env.databaseUrl === null ? "embedded" : "postgres");

/** Of the shop that makes the backup of itself. */
type Running = {
  /** To the embedded database, which this process has; with a PostgreSQL it is not used. */
  pool: pg.Pool;
  /** Ends it; nothing stays. */
  signal: AbortSignal;
};

/**
 * The shop may run meanwhile: on the embedded database as `running` itself, else the folder must be free, or this
 * throws. A file that can't be written (a full disk) throws, too. Then nothing of it is left.
 */
export async function backUpShop(
  options: BackupOptions & { running?: Running },
): Promise<{ ok: true; manifest: Manifest; stoodStillMs: number } | BackupRefusal> {
  const { env, file, now, say, running } = options;
  const home = path.resolve(env.dataDir);
  const engine = engineOf(env);
  if (existsSync(file)) return refuse("exists", `${file} exists already; choose another name`);
  if (engine === "embedded" && !existsSync(path.join(home, "database")))
    return refuse("no_shop", `there is no database in ${home}`);
  const scratch = path.join(path.dirname(path.resolve(file)), `${SCRATCH}${process.pid}`);
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    say("Copying the database");
    const database = path.join(scratch, DATABASE[engine]);
    const { rows, stoodStillMs } = await copyDatabase(options, home, database);
    // A restore asks for the same table, but on a day on which it is too late.
    if (!("kysely_migration" in rows)) {
      const place = engine === "embedded" ? `in ${home}` : `at ${ownerVariableOf(env)}`;
      return refuse("no_shop", `the database ${place} holds no shop`);
    }
    const hasPictures = env.s3 === null;
    const parts: ArchiveEntry[] = [
      { name: DATABASE[engine], file: database },
      ...(existsSync(path.join(home, SECRETS)) ? [{ name: SECRETS, file: path.join(home, SECRETS) }] : []),
      ...copySandbox(home, scratch),
      ...(hasPictures ? await listPictures(home) : []),
    ];
    const unpackedBytes = await sizeOf(parts);
    const createdAt = now.toISOString();
    const manifest: Manifest = { format: 2, engine, createdAt, hasPictures, unpackedBytes, rows };
    const bytes = Buffer.from(JSON.stringify(manifest, null, 2));
    const entries: ArchiveEntry[] = [{ name: MANIFEST, bytes }, ...parts];
    say(`Packing ${entries.length} files`);
    await writeArchive(file, entries, now, running?.signal);
    return { ok: true, manifest, stoodStillMs };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function copyDatabase(
  { env, now, say, running }: BackupOptions & { running?: Running },
  home: string,
  target: string,
): Promise<Copy> {
  const signal = running?.signal;
  if (env.databaseUrl !== null) {
    const rows = await dumpPostgres(ownerUrlOf(env, env.databaseUrl), target, signal);
    return { rows, stoodStillMs: 0 };
  }
  const copy = (pool: pg.Pool) =>
    copyEmbedded(pool, { home: path.join(home, "database"), target, now, signal });
  if (running) return copy(running.pool);
  const database = await openEmbeddedDatabase(home, say);
  try {
    return await copy(database.pool);
  } finally {
    await database.close();
  }
}

export function ownerUrlOf(env: Environment, databaseUrl: string): string {
  return env.databaseUrlOwner ?? env.databaseUrlDirect ?? databaseUrl;
}

/** The variable that it comes from. */
export function ownerVariableOf({ databaseUrlOwner, databaseUrlDirect }: Environment): string {
  if (databaseUrlOwner !== null) return "DATABASE_URL_OWNER";
  return databaseUrlDirect === null ? "DATABASE_URL" : "DATABASE_URL_DIRECT";
}

async function sizeOf(entries: ArchiveEntry[]): Promise<number> {
  let bytes = 0;
  for (const entry of entries) {
    if ("bytes" in entry) bytes += entry.bytes.length;
    else bytes += (await stat(entry.file).catch(nullIfGone(entry)))?.size ?? 0;
  }
  return bytes;
}

/** A copy of the sandbox's books as they are at one moment, also while it writes them. */
function copySandbox(home: string, scratch: string): ArchiveEntry[] {
  if (!existsSync(path.join(home, SANDBOX))) return [];
  const copy = path.join(scratch, SANDBOX);
  const books = new DatabaseSync(path.join(home, SANDBOX));
  try {
    books.prepare("vacuum into ?").run(copy);
  } finally {
    books.close();
  }
  return [{ name: SANDBOX, file: copy }];
}

/** The shop goes on meanwhile, and deletes pictures that nothing shows. */
async function listPictures(home: string): Promise<ArchiveEntry[]> {
  const folder = path.join(home, PICTURES);
  if (!existsSync(folder)) return [];
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return (
    found
      // A dot begins what is being written right now.
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map((file) => ({ name: path.relative(home, file).split(path.sep).join("/"), file, mayBeGone: true }))
  );
}
