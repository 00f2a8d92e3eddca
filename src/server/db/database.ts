// The shop's database: an embedded one in a folder, or a PostgreSQL server. Both are reached through the
// same driver, the same SQL and the same types, so nothing above this file knows which one it is.
import type { Socket } from "node:net";
import type { PGlite } from "@electric-sql/pglite";
import { CompiledQuery, type Driver, Kysely, sql } from "kysely";
import pg from "pg";
import { OperatorError, wordsOf } from "../core/operator-error.ts";
import { openEmbedded } from "./embedded.ts";
import { EmbeddedPool } from "./embedded-pool.ts";
import { lockFolder } from "./folder-lock.ts";
import { RetryingDialect, RetryingDriver } from "./retrying-dialect.ts";
import type { Schema } from "./schema.ts";
import { type Hearer, type Listening, Session, type SessionPace } from "./session.ts";
import { isReadOnly } from "./unavailable.ts";

export type Database = {
  kind: "embedded" | "postgres";
  pool: pg.Pool;
  db: Kysely<Schema>;
  /** Hears each NOTIFY on the channel, from any process; see session.ts. */
  listen: (channel: string, hearer: Hearer) => Promise<Listening>;
  /** Whether this process has the advisory lock, which it tries to take; see session.ts. The embedded database has one process. */
  tryLock: (lock: string) => Promise<boolean>;
  /**
   * From now on a connection that is in use and says nothing for so long (milliseconds; by default longer than the server
   * lets any statement take) is given up: a host that vanished says nothing, and the operating system would keep asking it
   * for a quarter of an hour. For processes that serve requests; migrations may take longer.
   */
  limitSilence: (ms?: number) => void;
  close: () => Promise<void>;
};

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 30_000;
/** In milliseconds. After them the server ends a statement, or an idle transaction. */
const LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  // A process that sleeps in a transaction (a paused machine) would keep its locks, and that product could not be sold.
  idle_in_transaction_session_timeout: 5_000,
};
/**
 * Compiling a plan (JIT) pays for statements of minutes, and the shop has none. By its guess of the costs the server did it
 * for reads of a large shop: it was all of the 0.4 seconds of the money page at five million orders.
 */
const NO_JIT = { options: "-c jit=off" };
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 10_000;
/** Sets each limit that the session does not have. */
const SET_LIMITS = `select set_config(name, wanted, true) from (values ${Object.entries(LIMITS)
  .map(([name, ms]) => `('${name}', '${ms}')`)
  .join(", ")}) as missing (name, wanted) where current_setting(name) = '0'`;
/**
 * An idle connection is kept this long, far beyond the driver's ten seconds: a new one reads the catalog and plans every
 * function of a sale again, which costs more than some sales, and most shops sell less often than every ten seconds.
 */
const IDLE_CONNECTION_MS = 10 * 60_000;
/** A connection that hears nothing asks this often whether the other end is still there: firewalls drop without a word. */
export const PATIENCE = {
  connectionTimeoutMillis: 20_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

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
    listen: async (channel, { heard }) => {
      // Waits its turn: in the middle of another statement it would break that one.
      const turn = await pool.connect();
      try {
        const end = await lite.listen(channel, heard);
        return { end: () => end() };
      } finally {
        turn.release();
      }
    },
    tryLock: async () => true,
    limitSilence: () => {},
    close: async () => {
      await pool.end();
      if (!lite.closed) await lite.close();
      afterClose();
    },
  };
}

type PostgresOptions = {
  /** Past a pooler. */
  directUrl?: string;
  /** The variable that the URL comes from. */
  name?: string;
  pace?: SessionPace;
};

/**
 * Connects to PostgreSQL 15 or newer, or throws an OperatorError with what the server said.
 *
 * A pooler in transaction mode lends a connection of the server for one transaction, so the shop keeps no state in a
 * session of `url`: no named statements, no SET, no session locks. The one connection that is a session goes to `directUrl`
 * (session.ts). What it wants of a session, limits of time and no compiled plans,
 * most poolers refuse at the connect or ignore. Then each transaction sets the limits for itself.
 */
export async function openPostgresDatabase(
  url: string,
  { directUrl = url, name = "DATABASE_URL", pace }: PostgresOptions = {},
): Promise<Database> {
  const { pool, isLimited } = await connectPool(url, name);
  const session = new Session({ url: directUrl, tell: pool, ...(pace ? { pace } : {}) });
  return {
    kind: "postgres",
    pool,
    db: kyselyOver(pool, { limitsTransactions: !isLimited }),
    listen: (channel, hearer) =>
      session.listen(channel, hearer).catch((error: unknown) => {
        throw unusable(directUrl === url ? name : "DATABASE_URL_DIRECT", error);
      }),
    tryLock: (lock) => session.tryLock(lock),
    limitSilence: (ms = SILENCE_MS) => limitSilence(pool, ms),
    close: async () => {
      await session.end();
      await pool.end();
    },
  };
}

/** `isLimited`: the server cancels any statement that takes too long. */
async function connectPool(url: string, name: string): Promise<{ pool: pg.Pool; isLimited: boolean }> {
  for (const settings of [{ ...LIMITS, ...NO_JIT }, LIMITS]) {
    try {
      return await tryPool(url, settings);
    } catch (error) {
      if (!isStartRefused(error)) throw unusable(name, error);
    }
  }
  return tryPool(url, {}).catch((error: unknown) => {
    throw unusable(name, error);
  });
}

async function tryPool(url: string, settings: pg.PoolConfig) {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    ...PATIENCE,
    ...settings,
  });
  pool.on("error", () => {}); // An idle connection that breaks is replaced at its next use.
  // One that breaks in a transaction fails that transaction, not the process.
  pool.on("connect", (client) => void client.on("error", () => {}));
  replaceReaders(pool);
  try {
    const { rows } = await pool.query<{ number: string; timeout: string; idle: string }>(
      `select current_setting('server_version_num') as number, current_setting('statement_timeout') as timeout,
        current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    if (Number(rows[0]?.number) < 150_000) throw new Error("PostgreSQL 15 or newer is needed");
    return { pool, isLimited: rows[0]?.timeout !== "0" && rows[0]?.idle !== "0" };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/**
 * Gives up each connection on which something could not be written: after a failover it may lead to the server that was
 * the writer, while a new one leads to the one that is.
 */
function replaceReaders(pool: pg.Pool): void {
  const readers = new WeakSet<pg.PoolClient>();
  pool.on("connect", (client) => {
    client.connection.on("errorMessage", (error: unknown) => void (isReadOnly(error) && readers.add(client)));
  });
  pool.on("release", (_error, client) => void (readers.has(client) && client.end()));
}

/** Throws unless the database answers and takes changes; costs no look at a row. */
export async function assertWritable(pool: pg.Pool): Promise<void> {
  await pool.query("update shop_facts set value = value where false");
}

const limitedPools = new WeakSet<pg.Pool>();

/** Once for each pool, however many shops share it. */
function limitSilence(pool: pg.Pool, ms: number): void {
  if (limitedPools.has(pool)) return;
  limitedPools.add(pool);
  const socketOf = ({ connection }: pg.PoolClient) => connection.stream as Socket;
  pool.on("acquire", (client) => void socketOf(client).setTimeout(ms, giveUp));
  pool.on("release", (_error, client) => void socketOf(client).setTimeout(0, giveUp));
}

function giveUp(this: Socket): void {
  this.destroy();
}

/** A pooler's answer to a parameter of the connect that it does not know. RDS Proxy calls `options` command-line options. */
export function isStartRefused(error: unknown): boolean {
  return error instanceof Error && /startup parameter|_timeout|command-line options/i.test(error.message);
}

function unusable(variable: string, error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  return new OperatorError(
    `The database at ${variable} can't be used: ${wordsOf(error)}. Check the URL, and that the server is running.`,
  );
}

/** What the owner of the database should do because a pooler keeps settings from its sessions. */
export type SessionAdvice = { title: string; text: string };

/** None where every statement is limited and no plan is compiled, however that was set. */
export async function adviseOnSessions(db: Kysely<Schema>): Promise<SessionAdvice[]> {
  const { rows } = await sql<{ timeout: string; jit: string; role: string }>`
    select current_setting('statement_timeout') as timeout, current_setting('jit') as jit, quote_ident(current_user) as role`.execute(
    db,
  );
  const { timeout, jit, role } = rows[0] ?? { timeout: "", jit: "", role: "" };
  const seconds = STATEMENT_TIMEOUT_MS / 1_000;
  const advice: SessionAdvice[] = [];
  if (timeout === "0") {
    advice.push({
      title: "Statements have no time limit",
      text: `The pooler at DATABASE_URL does not accept statement_timeout, so only transactions are limited to ${seconds} seconds. Limit the rest once, as the owner of the database: alter role ${role} set statement_timeout = '${seconds}s'`,
    });
  }
  if (jit === "on") {
    advice.push({
      title: "Large reads are slowed by JIT compilation",
      text: `The connections at DATABASE_URL compile the plans of large reads, which takes longer than reading. Turn this off once, as the owner of the database: alter role ${role} set jit = off`,
    });
  }
  return advice;
}

/** Kysely over a pool; see retrying-dialect.ts. `limitsTransactions`: nothing else limits their statements. */
export function kyselyOver(pool: pg.Pool, { limitsTransactions = false } = {}): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: limitsTransactions ? new LimitingDialect({ pool }) : new RetryingDialect({ pool }),
  });
}

class LimitingDialect extends RetryingDialect {
  override createDriver(): Driver {
    return new LimitingDriver(this.config);
  }
}

class LimitingDriver extends RetryingDriver {
  override async beginTransaction(
    ...[connection, settings]: Parameters<RetryingDriver["beginTransaction"]>
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    await connection.executeQuery(CompiledQuery.raw(SET_LIMITS));
  }
}
