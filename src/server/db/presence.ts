// A shop that runs on a PostgreSQL says so in the database itself: each of its processes holds a shared advisory lock for
// as long as its listening connection stands, and a restore takes the same lock alone. So it does not matter from which
// folder or machine either was started, and the lock of a process that dies goes with its connection. Session locks get
// lost in a pooler, so only a connection that proved to be a session (listener.ts) takes it. A process behind a pooler
// without DATABASE_URL_DIRECT is known by its signs of life alone. Decision 025.
import { hostname } from "node:os";
import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { OperatorError } from "../operator-error.ts";
import type { Database } from "./database.ts";
import type { Listening } from "./listener.ts";
import type { Schema } from "./schema.ts";

/** The two halves of the lock's key, as SQL. The first spells "shop". */
export const SHOP_LOCK = "1936224112, 1";

/** A restore looks whether it may begin, and holds the lock for that moment only. */
const TRIES = 5;
const TRY_AGAIN_MS = 250;
/** When a machine is gone without a word, the server notices by these, and its lock is free within 25 seconds. */
export const KEEP_ALIVE = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };
/** What PostgreSQL keeps of a session's name. */
const NAME_CHARACTERS_MAX = 60;

/** Which restore made the database that is there, as `mark`; null: none. What a restore brings has another one. */
export const MARK_SQL = "select obj_description(to_regclass('public.kysely_migration'), 'pg_class') as mark";

const RESTORING =
  "A restore is exchanging the database at DATABASE_URL right now. Wait until it says that it is done, then try again.";

const REPLACED =
  "A restore has exchanged the database at DATABASE_URL while this process had lost its connection to it. This process knows the secrets and the pages of the shop from before, so it ends. Start it again.";

type Mark = { mark: string | null };

const LOST =
  "The connection to the database that kept restores away was lost, so this command ends. What it had done stays. Run it again.";

/** Throws an OperatorError while a restore has the database. */
async function refuseDuringRestore({ db }: Pick<Database, "db">): Promise<void> {
  const attempt = async () => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock_shared(${sql.raw(SHOP_LOCK)}) as "isFree"`.execute(db);
    return rows[0]?.isFree ?? false;
  };
  if (!(await tryOften(attempt))) throw new OperatorError(RESTORING);
}

/**
 * Holds the lock until the database is closed or the process ends. Throws an OperatorError while a restore has the
 * database. `onReplaced`: the connection was lost, and a restore has begun since, or is over already.
 */
export async function holdPresence(
  database: Pick<Database, "db" | "listen">,
  { channel, onReplaced }: { channel: string; onReplaced: (why: OperatorError) => void },
): Promise<Listening> {
  await refuseDuringRestore(database);
  let mark = (await sql.raw<Mark>(MARK_SQL).execute(database.db)).rows[0]?.mark;
  let isStarted = false;
  let refused: OperatorError | null = null;
  const session = async (client: pg.Client) => {
    await nameSession(client, { kind: "process", isLocal: false });
    if (await tryOften(() => isGranted(client, `pg_try_advisory_lock_shared(${SHOP_LOCK})`))) {
      const { rows } = await client.query<Mark>(MARK_SQL);
      if (isStarted && rows[0]?.mark !== mark) onReplaced(new OperatorError(REPLACED));
      mark = rows[0]?.mark;
      return;
    }
    refused = new OperatorError(RESTORING);
    if (isStarted) onReplaced(refused);
  };
  const listening = await database.listen(channel, { heard: () => {}, missed: () => {}, session });
  if (refused !== null) {
    await listening.end();
    throw refused;
  }
  isStarted = true;
  return listening;
}

/**
 * Holds the lock for a command, in a transaction that asks for nothing else: a pooler keeps that on one connection, and
 * it holds no row and no snapshot. Answers what ends it. Throws an OperatorError while a restore has the database.
 * `onLost`: the connection broke, and a restore may begin.
 */
export async function holdForCommand(
  { pool }: Pick<Database, "pool">,
  onLost: (why: OperatorError) => void,
): Promise<() => Promise<void>> {
  const client = await pool.connect();
  const lose = () => onLost(new OperatorError(LOST));
  client.once("end", lose);
  const end = async () => {
    client.removeListener("end", lose);
    // A connection that is not in order any more is thrown away.
    await client.query("rollback").then(
      () => client.release(),
      () => client.release(true),
    );
  };
  try {
    await client.query("begin");
    await nameSession(client, { kind: "command", isLocal: true });
    await client.query("set local idle_in_transaction_session_timeout = 0");
    const attempt = () => isGranted(client, `pg_try_advisory_xact_lock_shared(${SHOP_LOCK})`);
    if (!(await tryOften(attempt))) throw new OperatorError(RESTORING);
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}

/** Does the work of a command that opens no shop, under that lock. */
export async function holdDuring<T>(database: Pick<Database, "pool">, work: () => Promise<T>): Promise<T> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => {});
  const end = await holdForCommand(database, reject);
  try {
    return await Promise.race([work(), lost]);
  } finally {
    await end();
  }
}

async function nameSession(
  client: pg.ClientBase,
  { kind, isLocal }: { kind: "process" | "command"; isLocal: boolean },
): Promise<void> {
  const name = `shop: ${kind} ${process.pid} on ${hostname()}`.slice(0, NAME_CHARACTERS_MAX);
  for (const [setting, value] of Object.entries({ application_name: name, ...KEEP_ALIVE }))
    await client.query("select set_config($1, $2, $3)", [setting, String(value), isLocal]);
}

/** `lock`: a call that tries to take the lock, as SQL. */
async function isGranted(client: pg.ClientBase, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ isFree: boolean }>(`select ${lock} as "isFree"`);
  return rows[0]?.isFree ?? false;
}

async function tryOften(attempt: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    if (await attempt()) return true;
    if (tries >= TRIES) return false;
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
}

/** The names of the sessions that hold the lock, as text for the owner. */
export const HOLDERS_SQL = `select coalesce(nullif(a.application_name, ''), 'session ' || l.pid) as name
  from pg_locks l left join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
    and (l.classid::bigint, l.objid::bigint) = (${SHOP_LOCK}) and l.objsubid = 2 and l.granted order by 1`;

/** Which processes of a shop hold the database, by their own connections and not by what they say. Commands are none. */
export async function listHolders(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql.raw<{ name: string }>(HOLDERS_SQL).execute(db);
  return rows.map(({ name }) => name.replace(/^shop: /, "")).filter((name) => !name.startsWith("command "));
}
