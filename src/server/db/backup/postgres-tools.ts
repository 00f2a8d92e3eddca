// PostgreSQL's own programs for dumping and loading a database. They come with PostgreSQL, not with the shop, so they
// may be missing. The password is passed in the environment: every user of the machine can read a command line.
import { spawn } from "node:child_process";
import pg from "pg";
import { OperatorError, wordsOf } from "../../operator-error.ts";
import { PATIENCE } from "../database.ts";
import { HOLDERS_SQL, KEEP_ALIVE } from "../presence.ts";
import { countRows } from "./count-rows.ts";
import { KEPT_PATTERN } from "./kept-shops.ts";

const SAID_MAX = 4_000;
const LOCK_WAIT_MS = 3_000;
const TRIES = 5;
/** The program tells the statement that failed; the rest of what it says is in the server's language. */
const LOCKED_OUT = /LOCK TABLE/;

/** Answers how many rows each table has in the dump. */
export async function dumpPostgres(
  url: string,
  file: string,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryDump(url, file, signal);
    } catch (error) {
      if (tries === TRIES || !(error instanceof OperatorError && LOCKED_OUT.test(error.message))) throw error;
    }
  }
}

/**
 * A change of a table that comes between the counting and the dump waits for the counting, which waits for the dump,
 * which waits for the change: the database sees no deadlock, and every sale queues behind it. So the dump gives up soon,
 * the change gets its turn, and the next try's counting waits for its end.
 */
function tryDump(url: string, file: string, signal?: AbortSignal): Promise<Record<string, number>> {
  return withClient(url, async (client) => {
    // What is counted and what is dumped is one moment of a shop that goes on selling.
    await client.query("begin isolation level repeatable read, read only");
    await client.query("set local idle_in_transaction_session_timeout = 0");
    // Counting a large table takes as long as it takes; roles behind a pooler have a limit for pages.
    await client.query("set local statement_timeout = 0");
    const { rows } = await client.query<{ snapshot: string }>("select pg_export_snapshot() as snapshot");
    const rowsOf = await countRows(client);
    const moment = `--snapshot=${rows[0]?.snapshot}`;
    const parts = ["--no-owner", "--no-privileges", `--exclude-schema=${KEPT_PATTERN}`];
    const patience = `--lock-wait-timeout=${LOCK_WAIT_MS}`;
    await runTool("pg_dump", url, ["--format=custom", ...parts, patience, moment, `--file=${file}`], signal);
    return rowsOf;
  });
}

export function isPostgresEmpty(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public' limit 1");
    return rows.length === 0;
  });
}

/** Whether a shop's tables are there, of whatever version. */
export function holdsShop(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      "select 1 from pg_tables where schemaname = 'public' and tablename = 'kysely_migration'",
    );
    return rows.length > 0;
  });
}

/** The processes of a shop that hold the database. */
export function listLiving(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(HOLDERS_SQL);
    return rows.map(({ name }) => name);
  });
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, ...PATIENCE });
  // One that breaks in the middle fails the query that needs it, not the process.
  client.on("error", () => {});
  await client.connect().catch((error: unknown) => {
    throw new OperatorError(
      `PostgreSQL can't be used: ${wordsOf(error)}. Check DATABASE_URL, DATABASE_URL_DIRECT and DATABASE_URL_OWNER, and that the server runs.`,
    );
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A program ends when the server's host vanishes without a word, as a connection of the shop's own does. */
const PATIENT_PROGRAM = [
  `connect_timeout=${PATIENCE.connectionTimeoutMillis / 1000}`,
  ...Object.entries(KEEP_ALIVE).map(([name, value]) => `${name.replace("tcp_", "")}=${value}`),
];

export type Ended = { code: number | null; said: string; error: Error | null };

/** Starts a program; with a URL, connected to that database. `ended` never rejects. `signal` kills it. */
export function start(program: string, url: string | null, parameters: string[], signal?: AbortSignal) {
  const target = url === null ? null : new URL(url);
  const password = target ? decodeURIComponent(target.password) : "";
  if (target) {
    target.password = "";
    // What the URL itself says comes later, and counts.
    target.search = [...PATIENT_PROGRAM, target.search.slice(1)].filter(Boolean).join("&");
  }
  const child = spawn(program, [...(target ? [`--dbname=${target.href}`] : []), ...parameters], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    ...(signal ? { signal, killSignal: "SIGKILL" as const } : {}),
  });
  const ended = new Promise<Ended>((resolve) => {
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(0, SAID_MAX);
    });
    child.once("error", (error) => resolve({ code: null, said, error }));
    child.once("close", (code) => resolve({ code, said, error: null }));
  });
  return { child, ended };
}

export async function runTool(
  program: string,
  url: string,
  parameters: string[],
  signal?: AbortSignal,
): Promise<void> {
  const { child, ended } = start(program, url, parameters, signal);
  child.stdin.end();
  child.stdout.resume();
  const end = await ended;
  signal?.throwIfAborted();
  if (end.error) throw missing(program);
  if (end.code !== 0) throw failed(program, end);
}

export function missing(program: string): OperatorError {
  const hint = "install the client programs of your PostgreSQL's version (Debian: postgresql-client)";
  return new OperatorError(`${program} is not on this machine: ${hint}`);
}

export function failed(program: string, { code, said }: Ended): OperatorError {
  return new OperatorError(`${program} failed: ${said.trim() || `exit code ${code}`}`);
}
