// A shop in one file. It contains everything that belongs together: the rows of all tables as of one moment, the
// pictures (unless they are in an S3 store), the secrets (without which every emailed order link and every session
// would be dead), and the payment sandbox's data (without which a demo's orders would have unknown payments). So it is
// as secret as the shop itself. Emails in the demo mailbox are left out. ../restore reads it back.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { type FileHandle, mkdtemp, open, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import type { Environment } from "../../../core/env.ts";
import { OperatorError } from "../../../core/operator-error.ts";
import { listApplied } from "../../../db/migrate.ts";
import type { Schema } from "../../../db/schema.ts";
import { isStorageKey } from "../../../files/storage-key.ts";
import { type AddEntry, writeArchive } from "./archive.ts";
import { MANIFEST, type Manifest, newManifest, SUMS, type Sums } from "./manifest.ts";
import { fixTexts, listTables, readLines, readSequences, sumTables } from "./tables.ts";

export const ROWS = "rows";
export const PICTURES = "files";
export const SECRETS = "secrets.json";
export const SANDBOX = "sandbox.sqlite";
/** Prefix of folders with unfinished content. */
export const SCRATCH = "backup.new-";

type BackupOptions = {
  db: Kysely<Schema>;
  env: Pick<Environment, "dataDir" | "s3">;
  file: string;
  now: Date;
  say: (step: string) => void;
  /** Aborts it; nothing is left. */
  signal?: AbortSignal | undefined;
};

/**
 * The shop may keep running. On the embedded database it waits while the rows are read, because that has one
 * connection. When a file can't be written (a full disk), this throws and leaves nothing behind.
 */
export async function backUpShop(options: BackupOptions): Promise<{ rows: Record<string, number> }> {
  const { env, file, now, say, signal } = options;
  if (existsSync(file)) throw new OperatorError(`${file} exists already: choose another name`);
  let rows: Record<string, number> = {};
  await writeArchive(file, { now, signal }, async (add) => {
    say("Reading the database");
    const { tables, sequences } = await addRows(options, add);
    rows = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.rows]));
    say("Packing the files");
    const files = await addFiles(env, path.dirname(path.resolve(file)), add);
    await addText(add, SUMS, JSON.stringify({ tables, sequences, files } satisfies Sums));
  });
  return { rows };
}

/** In one transaction that sees one moment. */
async function addRows(
  { db, env, now, signal }: BackupOptions,
  add: AddEntry,
): Promise<Pick<Sums, "tables" | "sequences">> {
  const applied = await listApplied(db);
  if (applied.length === 0)
    throw new OperatorError("there is no shop in the database yet: npm start creates one");
  const moment = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return moment.execute(async (tx) => {
    await fixTexts(tx);
    const tables = await listTables(tx);
    const manifest: Manifest = newManifest({
      createdAt: now.toISOString(),
      migrations: applied,
      hasPictures: env.s3 === null,
      tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
    });
    await addText(add, MANIFEST, JSON.stringify(manifest));
    for (const table of tables) {
      let part = 0;
      for await (const lines of readLines(tx, table)) {
        signal?.throwIfAborted();
        part += 1;
        await addText(add, `${ROWS}/${table.name}/${part}.jsonl`, lines);
      }
    }
    return { tables: await sumTables(tx, tables), sequences: await readSequences(tx) };
  });
}

async function addText(add: AddEntry, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await add(name, bytes.length, [bytes]);
}

/** The files of DATA_DIR. `beside`: a folder for the copy of the sandbox's data. */
async function addFiles(
  { dataDir, s3 }: BackupOptions["env"],
  beside: string,
  add: AddEntry,
): Promise<Sums["files"]> {
  const home = path.resolve(dataDir);
  const sum = createHash("sha256");
  let count = 0;
  const addFile = async (name: string, file: FileHandle | null) => {
    // The running shop may delete unused pictures; an open one can still be read to its end.
    if (file === null) return;
    try {
      const { size } = await file.stat();
      count += 1;
      sum.update(`${name} ${size}\n`);
      await add(name, size, hashing(sum, file.createReadStream({ autoClose: false })));
    } finally {
      await file.close();
    }
  };
  await addFile(SECRETS, await openIfThere(path.join(home, SECRETS)));
  const scratch = await mkdtemp(path.join(beside, SCRATCH));
  try {
    await addFile(SANDBOX, await openIfThere(copySandbox(home, scratch)));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  for (const name of s3 === null ? await listPictures(home) : [])
    await addFile(name, await openIfThere(path.join(home, name)));
  return { count, sha256: sum.digest("hex") };
}

type Hash = ReturnType<typeof createHash>;

/** The same bytes, counted into the sum as they pass. */
export async function* hashing(sum: Hash, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    sum.update(chunk);
    yield chunk;
  }
}

function openIfThere(file: string): Promise<FileHandle | null> {
  return open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** A consistent copy of the sandbox's data, even while the sandbox writes. Without a sandbox there is none. */
function copySandbox(home: string, scratch: string): string {
  const copy = path.join(scratch, SANDBOX);
  if (!existsSync(path.join(home, SANDBOX))) return copy;
  const books = new DatabaseSync(path.join(home, SANDBOX));
  try {
    books.prepare("vacuum into ?").run(copy);
  } finally {
    books.close();
  }
  return copy;
}

/** By their names in the archive. A picture that is being written right now has a name that is not a key. */
async function listPictures(home: string): Promise<string[]> {
  const folder = path.join(home, PICTURES);
  if (!existsSync(folder)) return [];
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter(isStorageKey)
    .sort()
    .map((key) => `${PICTURES}/${key}`);
}
