// A shop in one file, and back. The archive holds what belongs together: the database, the uploaded pictures (unless
// they are in an S3 bucket), the secrets (without them every mailed order link and every session would be dead) and the
// payment sandbox's books (without them a demo's orders would have unknown payments). So it is as secret as the shop
// itself. Mails in the demo mailbox are not in it. The way back is in restore-shop.ts.
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Environment } from "../../env.ts";
import { dumpEmbedded } from "../embedded.ts";
import { lockFolder } from "../folder-lock.ts";
import { type ArchiveEntry, writeArchive } from "./archive.ts";
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

export function refuse(reason: BackupRefusal["reason"], message: string): BackupRefusal {
  return { ok: false, reason, message };
}

export const engineOf = (env: Environment) => (env.databaseUrl === null ? "embedded" : "postgres");

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
    const rows = await dumpDatabase(options, database);
    const hasPictures = env.s3 === null;
    const parts: ArchiveEntry[] = [
      { name: DATABASE[engine], file: database },
      ...(existsSync(path.join(home, SECRETS)) ? [{ name: SECRETS, file: path.join(home, SECRETS) }] : []),
      ...copySandbox(home, scratch),
      ...(hasPictures ? await listPictures(home) : []),
    ];
    const unpackedBytes = await sizeOf(parts);
    const createdAt = now.toISOString();
    const manifest: Manifest = { format: 2, engine, createdAt, hasPictures, unpackedBytes, ...rows };
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

/** Answers how many rows its tables have, if the copy is one of rows. */
async function dumpDatabase(
  { env, say }: BackupOptions,
  file: string,
): Promise<{ rows?: Record<string, number> }> {
  if (env.databaseUrl !== null) return { rows: await dumpPostgres(ownerUrlOf(env, env.databaseUrl), file) };
  await dumpEmbedded(path.resolve(env.dataDir), file, say);
  return {};
}

export function ownerUrlOf(env: Environment, databaseUrl: string): string {
  return env.databaseUrlOwner ?? env.databaseUrlDirect ?? databaseUrl;
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
