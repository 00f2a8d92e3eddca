// A shop in one file, and back. The archive holds what belongs together: the database, the uploaded pictures (unless
// they are in an S3 bucket), the secrets (without them every mailed order link and every session would be dead) and the
// payment sandbox's books (without them a demo's orders would have unknown payments). So it is as secret as the shop
// itself. Mails in the demo mailbox are not in it. A restore of the embedded database never deletes: what was there is
// moved aside first.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Environment } from "../../env.ts";
import { dumpEmbedded, holdsShop, loadEmbedded } from "../embedded.ts";
import { lockFolder } from "../folder-lock.ts";
import { type ArchiveEntry, BadArchive, isWholeTar, unpackArchive, writeArchive } from "./archive.ts";
import { limitsOf, MANIFEST, type Manifest, readManifest, refuseFullDisk } from "./manifest.ts";
import { moveIn, UNFINISHED } from "./move-in.ts";
import { dumpPostgres, isPostgresEmpty, listLivingHosts, loadPostgres } from "./postgres-tools.ts";

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
    | "no_room";
  message: string;
};

export type BackupOptions = { env: Environment; file: string; now: Date; say: (line: string) => void };

const DATABASE = { embedded: "database.tar", postgres: "database.dump" } as const;
const SANDBOX = "sandbox.sqlite";
const SECRETS = "secrets.json";
const PICTURES = "files";

function refuse(reason: BackupRefusal["reason"], message: string): BackupRefusal {
  return { ok: false, reason, message };
}

const engineOf = (env: Environment) => (env.databaseUrl === null ? "embedded" : "postgres");

/** Throws while the shop runs on the embedded database. On PostgreSQL it may run meanwhile. */
export async function backUpShop(
  options: BackupOptions,
): Promise<{ ok: true; manifest: Manifest } | BackupRefusal> {
  const { env, file, now, say } = options;
  const home = path.resolve(env.dataDir);
  const engine = engineOf(env);
  if (existsSync(file)) return refuse("exists", `${file} exists already; choose another name`);
  if (engine === "embedded" && !existsSync(path.join(home, "database")))
    return refuse("no_shop", `there is no database in ${home}`);
  const unlock = engine === "embedded" ? lockFolder(home) : () => {};
  const scratch = path.join(home, `backup.new-${process.pid}`);
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    say("Copying the database …");
    const database = path.join(scratch, DATABASE[engine]);
    if (env.databaseUrl === null) await dumpEmbedded(home, database, say);
    else await dumpPostgres(ownerUrlOf(env, env.databaseUrl), database);
    const hasPictures = env.s3 === null;
    const parts: ArchiveEntry[] = [
      { name: DATABASE[engine], file: database },
      ...(existsSync(path.join(home, SECRETS)) ? [{ name: SECRETS, file: path.join(home, SECRETS) }] : []),
      ...copySandbox(home, scratch),
      ...(hasPictures ? await listPictures(home) : []),
    ];
    const unpackedBytes = await sizeOf(parts);
    const createdAt = now.toISOString();
    const manifest: Manifest = { format: 2, engine, createdAt, hasPictures, unpackedBytes };
    const bytes = Buffer.from(JSON.stringify(manifest, null, 2));
    const entries: ArchiveEntry[] = [{ name: MANIFEST, bytes }, ...parts];
    say(`Writing ${entries.length} files …`);
    await writeArchive(file, entries, now);
    return { ok: true, manifest };
  } finally {
    await rm(scratch, { recursive: true, force: true });
    unlock();
  }
}

async function sizeOf(entries: ArchiveEntry[]): Promise<number> {
  let bytes = 0;
  for (const entry of entries) bytes += "bytes" in entry ? entry.bytes.length : (await stat(entry.file)).size;
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
      .map((file) => ({ name: path.relative(home, file).split(path.sep).join("/"), file }))
  );
}

export type RestoreOptions = BackupOptions & {
  /** A shop that is there is moved aside (embedded) or dropped (PostgreSQL); without it, it is a refusal. */
  replace: boolean;
  /** A process that is silent for longer than this counts as gone. */
  silentSecondsMax: number;
};

/**
 * Throws while a shop runs on DATA_DIR. `movedTo` says where the shop that was there is now. A refusal or an error
 * leaves everything as it was: the backup is unpacked and tried beside the shop, then exchanged for it.
 */
export async function restoreShop(
  options: RestoreOptions,
): Promise<{ ok: true; manifest: Manifest; movedTo: string | null } | BackupRefusal> {
  const { env, file, now, say, replace, silentSecondsMax } = options;
  const home = path.resolve(env.dataDir);
  if (!existsSync(file)) return refuse("no_file", `there is no file ${file}`);
  const unlock = lockFolder(home);
  const scratch = path.join(home, `${UNFINISHED}${process.pid}`);
  try {
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
    const inUse = await refuseInUse(env, silentSecondsMax);
    if (inUse !== null) return refuse("in_use", inUse);
    const fullDisk = await refuseFullDisk(home, manifest, engine === "embedded" ? 2 : 1);
    if (fullDisk !== null) return refuse("no_room", fullDisk);
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    say("Unpacking …");
    const names = await unpackArchive(file, scratch, limits);
    const strange = names.find((name) => !isPart(name, engine));
    if (strange) throw new BadArchive(`it holds ${strange}, which no backup does`);
    await restoreDatabase(env, { scratch, say, replace });
    await rm(path.join(scratch, MANIFEST));
    return { ok: true, manifest, movedTo: moveIn(home, scratch, now) };
  } catch (error) {
    if (error instanceof BadArchive) return refuse("bad_archive", `${file} can't be used: ${error.message}`);
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
    unlock();
  }
}

/** What a backup may hold: nothing else ever reaches the data folder. */
function isPart(name: string, engine: Manifest["engine"]): boolean {
  return [MANIFEST, DATABASE[engine], SANDBOX, SECRETS].includes(name) || name.startsWith(`${PICTURES}/`);
}

/** PostgreSQL's is exchanged here, in one transaction; the embedded one is made in `scratch` and moves with the rest. */
async function restoreDatabase(
  env: Environment,
  { scratch, say, replace }: { scratch: string; say: (line: string) => void; replace: boolean },
): Promise<void> {
  const dump = path.join(scratch, DATABASE[engineOf(env)]);
  if (!existsSync(dump)) throw new BadArchive("it has no database");
  say("Restoring the database …");
  if (env.databaseUrl === null) await tryEmbedded(dump, path.join(scratch, "database"));
  else await loadPostgres(ownerUrlOf(env, env.databaseUrl), dump, { replace });
  await rm(dump);
}

/** Makes the database and looks into it before it takes the place of another one. */
async function tryEmbedded(dump: string, target: string): Promise<void> {
  const bytes = await readFile(dump);
  // The engine would try to unzip it, and fail where nobody can catch that.
  if (!isWholeTar(bytes)) throw new BadArchive("its database can't be opened (it is no whole tar)");
  try {
    await loadEmbedded(bytes, target);
    if (await holdsShop(target)) return;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadArchive(`its database can't be opened (${why})`);
  }
  throw new BadArchive("its database is not a shop's");
}

function ownerUrlOf(env: Environment, databaseUrl: string): string {
  return env.databaseUrlOwner ?? env.databaseUrlDirect ?? databaseUrl;
}

/** Other machines may use a PostgreSQL; the lock of the folder says nothing about them. */
async function refuseInUse(env: Environment, silentSecondsMax: number): Promise<string | null> {
  if (env.databaseUrl === null) return null;
  const hosts = await listLivingHosts(ownerUrlOf(env, env.databaseUrl), silentSecondsMax);
  if (hosts.length === 0) return null;
  const wait = `if it has just stopped, try again in ${silentSecondsMax} seconds`;
  return `the shop still runs on ${hosts.join(", ")}; stop it there first, or ${wait}`;
}

async function isInhabited(env: Environment, home: string): Promise<boolean> {
  if (env.databaseUrl === null) return existsSync(path.join(home, "database"));
  return !(await isPostgresEmpty(ownerUrlOf(env, env.databaseUrl)));
}
