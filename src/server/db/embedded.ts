// Opens the embedded database. Its engine starts without fsync by default, on a file system that has none; here each
// commit's log reaches the disk before it is acknowledged, and a checkpoint's pages before the log that protects them is
// used again (../disk/durable-filesystem.ts). The first start makes the database in a temporary folder and renames it when it
// is whole and on the disk: a kill or a power cut in the middle leaves rubbish, never half a database. Decision 030.
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { flushTree, renameDurably } from "../disk/durable-files.ts";
import { DurableFilesystem } from "../disk/durable-filesystem.ts";
import { OperatorError } from "../operator-error.ts";

const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...settings("wal_sync_method=fsync", "shared_buffers=32MB"),
];

function settings(...pairs: string[]): string[] {
  return pairs.flatMap((pair) => ["-c", pair]);
}

/** Opens the database in `folder`, making it when it is not there. The caller holds the folder's lock. */
export async function openEmbedded(folder: string, say: (message: string) => void): Promise<PGlite> {
  const home = path.join(folder, "database");
  removeHalfMade(folder);
  if (!existsSync(home)) {
    refuseMoved(folder);
    say("Preparing the embedded database (once, about ten seconds) …");
    const half = path.join(folder, `database.new-${process.pid}`);
    const fresh = await PGlite.create({ dataDir: half, extensions: { pg_trgm } });
    await fresh.close();
    flushTree(half);
    renameDurably(half, home);
  }
  try {
    return await PGlite.create({
      fs: new DurableFilesystem(home),
      extensions: { pg_trgm },
      startParams: START_PARAMETERS,
    });
  } catch (error) {
    throw new OperatorError(
      `The embedded database in ${home} can't be opened; it may be damaged (${whatItSaid(error)}). Copy the folder ${folder} to a safe place first. Then put a backup back: npm run admin -- restore <file> --replace`,
    );
  }
}

/** Folders that begin so hold the embedded database of a shop that moved to PostgreSQL. */
const MOVED = "moved-to-postgres-";

export function nameMovedFolder(folder: string, now: Date): string {
  return path.join(folder, `${MOVED}${now.toISOString().replace(/[:.]/g, "-")}`);
}

/** Null: the shop of this folder did not move. */
export function findMovedFolder(folder: string): string | null {
  const name = existsSync(folder) ? readdirSync(folder).find((each) => each.startsWith(MOVED)) : undefined;
  return name === undefined ? null : path.join(folder, name);
}

/** A new, empty shop would take orders in the place of the one that moved. */
export function refuseMoved(folder: string): void {
  const moved = findMovedFolder(folder);
  if (moved !== null)
    throw new OperatorError(
      `The shop of ${folder} moved to PostgreSQL, and DATABASE_URL is not set: set it. To go back to the embedded database, move the folder database out of ${moved} into ${folder}; what was sold on PostgreSQL is not in it.`,
    );
}

/** The engine ends with an abort of its own and no reason. */
function whatItSaid(error: unknown): string {
  const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
  return line.replace(/ Build with .*/, "").replace(/\.$/, "");
}

/** Opens the database in `home` for `read`, and closes it. A copy reads the log that came with it, and is whole then. */
export async function readEmbedded<T>(home: string, read: (lite: PGlite) => Promise<T>): Promise<T> {
  const lite = await PGlite.create({ dataDir: home, extensions: { pg_trgm } });
  try {
    return await read(lite);
  } finally {
    await lite.close();
  }
}

/** Nothing in memory outlives the process, so nothing is logged for recovery after a crash. */
const MEMORY_PARAMETERS = [
  ...PGlite.defaultStartParams,
  ...settings("wal_level=minimal", "max_wal_senders=0", "full_page_writes=off", "synchronous_commit=off"),
  ...settings("shared_buffers=16MB"),
];

/** An empty database in memory, for tests and the simulation. */
export function openInMemory(template?: Blob): Promise<PGlite> {
  return PGlite.create({
    extensions: { pg_trgm },
    startParams: MEMORY_PARAMETERS,
    ...(template ? { loadDataDir: template } : {}),
  });
}

function removeHalfMade(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.startsWith("database.new-")) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}
