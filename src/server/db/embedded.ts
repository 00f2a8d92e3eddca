// Opens the embedded database, for demos, development, and tests. It keeps what it has through a kill of the process; a
// machine that loses its power may take the last seconds along, or the database. Real money needs PostgreSQL (decision 130).
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { OperatorError } from "../core/operator-error.ts";

const HALF = "database.new-";
const START_PARAMETERS = [...PGlite.defaultStartParams, ...settings("shared_buffers=32MB")];

function settings(...pairs: string[]): string[] {
  return pairs.flatMap((pair) => ["-c", pair]);
}

/** Opens the database in `folder`, making it when it is not there. The caller holds the folder's lock. */
export async function openEmbedded(folder: string, say: (message: string) => void): Promise<PGlite> {
  const home = path.join(folder, "database");
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.startsWith(HALF)) rmSync(path.join(folder, name), { recursive: true, force: true });
  if (!existsSync(home)) {
    say("Preparing the embedded database (once, about ten seconds) …");
    // A kill in the middle leaves rubbish, never half a database.
    const half = path.join(folder, `${HALF}${process.pid}`);
    const fresh = await PGlite.create({ dataDir: half, extensions: { pg_trgm } });
    await fresh.close();
    renameSync(half, home);
  }
  try {
    return await PGlite.create({ dataDir: home, extensions: { pg_trgm }, startParams: START_PARAMETERS });
  } catch (error) {
    throw new OperatorError(
      `The embedded database in ${home} can't be opened; it may be damaged (${whatItSaid(error)}). Move that folder away, and restore a backup: npm run admin -- restore <file>`,
    );
  }
}

/** The engine ends with an abort of its own and no reason. */
function whatItSaid(error: unknown): string {
  const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
  return line.replace(/ Build with .*/, "").replace(/\.$/, "");
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
