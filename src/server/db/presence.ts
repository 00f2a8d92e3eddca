// A shop that runs on a PostgreSQL says so in the database itself: each of its processes holds a shared advisory lock for
// as long as its listening connection stands, and a restore takes the same lock alone. So it does not matter from which
// folder or machine either was started, and the lock of a process that dies goes with its connection. Session locks get
// lost in a pooler, so only the connection that proved to be a session (session.ts) takes it. Decision 130.
//
// A second lock distinguishes copies of the shop from one that has to be alone: a copy that keeps something in its own folder
// that others would need, such as pictures, holds it alone; the others share it. Decision 140.
import { hostname } from "node:os";
import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { OperatorError } from "../core/operator-error.ts";
import type { Database } from "./database.ts";
import type { Schema } from "./schema.ts";
import type { Listening } from "./session.ts";

/** The two halves of the lock's key, as SQL. The first spells "shop". */
export const SHOP_LOCK = "1936224112, 1";

const COPIES_LOCK = "1936224112, 2";
/** The copy that holds it does the work that one copy does for all. */
export const WORKER_LOCK = "1936224112, 3";

/** A restore looks whether it may begin, and holds the lock for that moment only. */
const TRIES = 5;
const TRY_AGAIN_MS = 250;
/** How long the copy that runs is waited for: it may be one that ends, or one that was lost and whose lock is not free yet. */
const COPY_TRIES = 120;
/** When a machine is gone without a word, the server notices by these, and its lock is free within 25 seconds. */
export const KEEP_ALIVE = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };
/** What PostgreSQL keeps of a session's name. */
const NAME_CHARACTERS_MAX = 60;

/** Which restore made the database that is there, as `mark`; null: none. What a restore brings has another one. */
export const MARK_SQL = "select obj_description(to_regclass('public.kysely_migration'), 'pg_class') as mark";

const RESTORING =
  "A restore is replacing the database at DATABASE_URL right now. Wait until it reports that it is done, then try again.";

const REPLACED =
  "A restore replaced the database at DATABASE_URL while this process had lost its connection to it. This process has the secrets and pages of the previous shop, so it exits. Start it again.";

function aboutCopies(ownParts: readonly string[]): string {
  const why =
    ownParts.length > 0
      ? `This one would store in its DATA_DIR what every copy needs: set ${ownParts.join(", ")} on both`
      : 'It stores in its DATA_DIR what every copy needs (docs/hosts.md, "Several copies")';
  return `Another copy of the shop is running on this database. ${why}, or stop it first.`;
}

type Mark = { mark: string | null };

const LOST =
  "The database connection that blocked restores was lost, so this command exits. Its work so far is kept. Run it again.";

/** Throws an OperatorError while a restore has the database. */
async function refuseDuringRestore({ db }: Pick<Database, "db">): Promise<void> {
  const attempt = async () => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock_shared(${sql.raw(SHOP_LOCK)}) as "isFree"`.execute(db);
    return rows[0]?.isFree ?? false;
  };
  if (!(await tryOften(attempt))) throw new OperatorError(RESTORING);
}

type Presence = {
  channel: string;
  /** What has to be set before there may be another copy; none: this one keeps nothing that another would need. */
  ownParts: readonly string[];
  /** How often it looks whether a copy that it does not go with is gone. */
  copyTries?: number;
  /** The connection was lost, and now another has what this process held: a restore has begun since, or is over already. */
  onReplaced: (why: OperatorError) => void;
};

/**
 * Holds the locks until the database is closed or the process ends. Throws an OperatorError while a restore has the
 * database, or next to a copy that this one is incompatible with.
 */
export async function holdPresence(
  database: Pick<Database, "db" | "listen">,
  { channel, ownParts, copyTries = COPY_TRIES, onReplaced }: Presence,
): Promise<Listening> {
  await refuseDuringRestore(database);
  let mark = (await sql.raw<Mark>(MARK_SQL).execute(database.db)).rows[0]?.mark;
  let isStarted = false;
  let refused: OperatorError | null = null;
  const refuse = (why: string) => {
    refused = new OperatorError(why);
    if (isStarted) onReplaced(refused);
  };
  const copies = `pg_try_advisory_lock${ownParts.length > 0 ? "" : "_shared"}(${COPIES_LOCK})`;
  const session = async (client: pg.Client) => {
    await nameSession(client, { kind: "process", isLocal: false });
    if (!(await tryOften(() => isGranted(client, `pg_try_advisory_lock_shared(${SHOP_LOCK})`))))
      return refuse(RESTORING);
    const { rows } = await client.query<Mark>(MARK_SQL);
    if (isStarted && rows[0]?.mark !== mark) onReplaced(new OperatorError(REPLACED));
    mark = rows[0]?.mark;
    if (!(await tryOften(() => isGranted(client, copies), copyTries))) refuse(aboutCopies(ownParts));
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

async function tryOften(attempt: () => Promise<boolean>, triesMax = TRIES): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    if (await attempt()) return true;
    if (tries >= triesMax) return false;
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
}

/** The sessions that hold the lock, by name, as text for the owner. */
export const HOLDERS_SQL = `select coalesce(nullif(a.application_name, ''), 'session ' || l.pid) as name,
    exists (select from pg_locks w where w.pid = l.pid and w.granted and ${isLock("w", WORKER_LOCK)}) as works
  from pg_locks l left join pg_stat_activity a on a.pid = l.pid
  where l.granted and ${isLock("l", SHOP_LOCK)} order by 1`;

/** Whether the row of pg_locks is about the lock, as SQL. */
function isLock(row: string, lock: string): string {
  return `(${row}.locktype = 'advisory' and ${row}.objsubid = 2 and (${row}.classid::bigint, ${row}.objid::bigint) = (${lock})
    and ${row}.database = (select oid from pg_database where datname = current_database()))`;
}

/** A copy of the shop that runs. `works`: it is its turn to do the worker's tasks. */
export type Copy = { name: string; works: boolean };

/** By their own connections, and not by what they say. Commands are none. */
export async function listCopies(db: Kysely<Schema>): Promise<Copy[]> {
  const { rows } = await sql.raw<Copy>(HOLDERS_SQL).execute(db);
  return rows
    .filter(({ name }) => !name.startsWith("shop: command "))
    .map(({ name, works }) => ({ name: name.replace(/^shop: process /, ""), works }));
}
