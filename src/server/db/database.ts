// The shop's database: an embedded one in a folder, or a PostgreSQL server. Both are reached through the
// same driver, the same SQL and the same types, so nothing above this file knows which one it is.
import type { PGlite } from "@electric-sql/pglite";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { OperatorError } from "../operator-error.ts";
import { openEmbedded } from "./embedded.ts";
import { EmbeddedPool } from "./embedded-pool.ts";
import { lockFolder } from "./folder-lock.ts";
import type { Schema } from "./schema.ts";

export type Database = {
  kind: "embedded" | "postgres";
  pool: pg.Pool;
  db: Kysely<Schema>;
  /**
   * Calls back for each NOTIFY on the channel, from any process. `missed` is called after a lost
   * connection was made again: messages may have been lost, so caches must drop everything.
   */
  listen: (channel: string, heard: (payload: string) => void, missed: () => void) => Promise<void>;
  close: () => Promise<void>;
};

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 20_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const RELISTEN_DELAY_MS = 500;

export async function openEmbeddedDatabase(
  folder: string,
  say: (message: string) => void,
): Promise<Database> {
  const unlock = lockFolder(folder);
  try {
    return embeddedDatabase(await openEmbedded(folder, say), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

export function embeddedDatabase(lite: PGlite, afterClose: () => void = () => {}): Database {
  const pool = new EmbeddedPool(lite) as unknown as pg.Pool;
  return {
    kind: "embedded",
    pool,
    db: kyselyOver(pool),
    listen: async (channel, heard) => {
      // Waits its turn: in the middle of another statement it would break that one.
      const turn = await pool.connect();
      try {
        await lite.listen(channel, heard);
      } finally {
        turn.release();
      }
    },
    close: async () => {
      await pool.end();
      if (!lite.closed) await lite.close();
      afterClose();
    },
  };
}

/** Connects to PostgreSQL 15 or newer, or throws an OperatorError with what the server said. */
export async function openPostgresDatabase(url: string, directUrl: string = url): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  pool.on("error", () => {}); // An idle connection that breaks is replaced at its next use.
  // One that breaks in a transaction fails that transaction, not the process.
  pool.on("connect", (client) => void client.on("error", () => {}));
  try {
    const version = await pool.query<{ number: string }>(
      "select current_setting('server_version_num') as number",
    );
    if (Number(version.rows[0]?.number) < 150_000) throw new Error("PostgreSQL 15 or newer is needed");
  } catch (error) {
    await pool.end();
    const said = (error instanceof Error && error.message) || String(error);
    throw new OperatorError(
      `The database at DATABASE_URL can't be used: ${said}. Check the URL and that the server runs.`,
    );
  }
  const listeners = new Set<{ end: () => Promise<void> }>();
  return {
    kind: "postgres",
    pool,
    db: kyselyOver(pool),
    listen: async (channel, heard, missed) => {
      listeners.add(await keepListening(directUrl, channel, heard, missed));
    },
    close: async () => {
      await Promise.all([...listeners].map((listener) => listener.end()));
      await pool.end();
    },
  };
}

function kyselyOver(pool: pg.Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** A separate connection that listens, and reconnects whenever it breaks. */
async function keepListening(
  url: string,
  channel: string,
  heard: (payload: string) => void,
  missed: () => void,
): Promise<{ end: () => Promise<void> }> {
  let ended = false;
  let client: pg.Client | null = null;
  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    fresh.on("notification", (message) => heard(message.payload ?? ""));
    fresh.on("error", () => {});
    fresh.on("end", () => {
      if (!ended) setTimeout(again, RELISTEN_DELAY_MS).unref();
    });
    await fresh.connect();
    await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = fresh;
  };
  const again = (): void => {
    if (ended) return;
    connect().then(missed, () => setTimeout(again, RELISTEN_DELAY_MS).unref());
  };
  await connect();
  return {
    end: async () => {
      ended = true;
      await client?.end();
    },
  };
}
