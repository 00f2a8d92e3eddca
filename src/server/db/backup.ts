// A shop in one file, and back. The archive holds what belongs together: the database, the uploaded pictures (unless
// they are in an S3 bucket), the secrets (without them every mailed order link and every session would be dead) and the
// payment sandbox's books (without them a demo's orders would have unknown payments). So it is as secret as the shop
// itself. Mails in the demo mailbox are not in it. A restore of the embedded database never deletes: what was there is
// moved aside first.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Environment } from "../env.ts";
import { type ArchiveEntry, BadArchive, unpackArchive, writeArchive } from "./archive.ts";
import { dumpEmbedded, loadEmbedded } from "./embedded.ts";
import { lockFolder } from "./folder-lock.ts";
import { dumpPostgres, emptyPostgres, isPostgresEmpty, loadPostgres } from "./postgres-tools.ts";

export type Manifest = {
  format: 1;
  engine: "embedded" | "postgres";
  createdAt: string;
  hasPictures: boolean;
};

export type BackupRefusal = {
  ok: false;
  reason: "exists" | "no_shop" | "no_file" | "not_empty" | "bad_archive" | "other_engine";
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
    await mkdir(scratch, { recursive: true });
    say("Copying the database …");
    const database = path.join(scratch, DATABASE[engine]);
    if (env.databaseUrl === null) await dumpEmbedded(home, database, say);
    else await dumpPostgres(env.databaseUrlDirect ?? env.databaseUrl, database);
    const hasPictures = env.s3 === null;
    const manifest: Manifest = { format: 1, engine, createdAt: now.toISOString(), hasPictures };
    const entries: ArchiveEntry[] = [
      { name: "manifest.json", bytes: Buffer.from(JSON.stringify(manifest, null, 2)) },
      { name: DATABASE[engine], file: database },
      ...(existsSync(path.join(home, SECRETS)) ? [{ name: SECRETS, file: path.join(home, SECRETS) }] : []),
      ...copySandbox(home, scratch),
      ...(hasPictures ? await listPictures(home) : []),
    ];
    say(`Writing ${entries.length} files …`);
    await writeArchive(file, entries, now);
    return { ok: true, manifest };
  } finally {
    await rm(scratch, { recursive: true, force: true });
    unlock();
  }
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
};

/** Throws while a shop runs on DATA_DIR. `movedTo` says where the shop that was there is now. */
export async function restoreShop(
  options: RestoreOptions,
): Promise<{ ok: true; manifest: Manifest; movedTo: string | null } | BackupRefusal> {
  const { env, file, now, say, replace } = options;
  const home = path.resolve(env.dataDir);
  if (!existsSync(file)) return refuse("no_file", `there is no file ${file}`);
  const unlock = lockFolder(home);
  const scratch = path.join(home, `restore.new-${process.pid}`);
  try {
    await mkdir(scratch, { recursive: true });
    say("Unpacking …");
    await unpackArchive(file, scratch);
    const manifest = await readManifest(scratch);
    const engine = engineOf(env);
    if (manifest.engine !== engine)
      return refuse(
        "other_engine",
        `the backup is of the ${manifest.engine} database, this shop uses ${engine}`,
      );
    if (!replace && (await isInhabited(env, home)))
      return refuse("not_empty", "there is a shop already; add --replace to put the backup in its place");
    say("Restoring the database …");
    const dump = path.join(scratch, DATABASE[engine]);
    if (env.databaseUrl === null) {
      await loadEmbedded(await readFile(dump), path.join(scratch, "database"));
    } else {
      const url = env.databaseUrlDirect ?? env.databaseUrl;
      if (replace) await emptyPostgres(url);
      await loadPostgres(url, dump);
    }
    return { ok: true, manifest, movedTo: await moveIn(home, scratch, now) };
  } catch (error) {
    if (error instanceof BadArchive) return refuse("bad_archive", `${file} can't be used: ${error.message}`);
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
    unlock();
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, "manifest.json");
  if (!existsSync(file)) throw new BadArchive("it is not a backup of a shop");
  const manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
  if (manifest.format !== 1) throw new BadArchive("it was made by a newer version of the shop");
  if (!existsSync(path.join(folder, DATABASE[manifest.engine]))) throw new BadArchive("it has no database");
  return manifest;
}

async function isInhabited(env: Environment, home: string): Promise<boolean> {
  if (env.databaseUrl === null) return existsSync(path.join(home, "database"));
  return !(await isPostgresEmpty(env.databaseUrlDirect ?? env.databaseUrl));
}

/** Exchanges what the backup brought: the old is moved aside before the new takes its place. */
async function moveIn(home: string, scratch: string, now: Date): Promise<string | null> {
  const parts = ["database", PICTURES, SECRETS, SANDBOX].filter((part) =>
    existsSync(path.join(scratch, part)),
  );
  const aside = path.join(home, `replaced-${now.toISOString().replace(/[:.]/g, "-")}`);
  let isMoved = false;
  for (const part of [...parts, `${SANDBOX}-wal`, `${SANDBOX}-shm`]) {
    if (existsSync(path.join(home, part))) {
      await mkdir(aside, { recursive: true });
      await rename(path.join(home, part), path.join(aside, part));
      isMoved = true;
    }
    if (existsSync(path.join(scratch, part))) await rename(path.join(scratch, part), path.join(home, part));
  }
  return isMoved ? aside : null;
}
