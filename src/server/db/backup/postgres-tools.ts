// PostgreSQL's own programs for dumping and loading a database. They come with PostgreSQL, not with the shop, so they
// may be missing. The password is passed in the environment: every user of the machine can read a command line.
import { spawn } from "node:child_process";
import pg from "pg";
import { OperatorError } from "../../operator-error.ts";
import { BadArchive } from "./archive.ts";

const SAID_MAX = 4_000;

export async function dumpPostgres(url: string, file: string): Promise<void> {
  await runTool("pg_dump", url, ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`]);
}

/**
 * All or nothing, in one transaction: with `replace` also what it takes the place of. The dump becomes SQL that psql
 * runs; it learns of the end only after the dump was read to its own end, so half a dump is rolled back. Throws
 * BadArchive for a file that is no dump.
 */
export async function loadPostgres(
  url: string,
  file: string,
  { replace }: { replace: boolean },
): Promise<void> {
  const reading = start("pg_restore", null, [
    "--no-owner",
    "--no-privileges",
    "--no-comments",
    "--file=-",
    file,
  ]);
  const empty = replace ? ["--command=drop schema public cascade; create schema public"] : [];
  const atOnce = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"];
  const running = start("psql", url, [...atOnce, "--output=/dev/null", ...empty, "--file=-"]);
  // psql that has given up closes its end; its own words tell why.
  running.child.stdin.on("error", () => {});
  reading.child.stdout.pipe(running.child.stdin, { end: false });
  running.child.once("close", () => reading.child.kill());
  const read = await reading.ended;
  if (read.code === 0) running.child.stdin.end();
  else if (running.child.exitCode === null) running.child.kill("SIGKILL");
  const ran = await running.ended;
  for (const [program, { error }] of [
    ["pg_restore", read],
    ["psql", ran],
  ] as const)
    if (error) throw missing(program);
  if (ran.code !== null && ran.code !== 0) throw failed("psql", ran);
  if (read.code !== 0)
    throw new BadArchive(`its database can't be read (${read.said.trim() || "it ends too early"})`);
}

export function isPostgresEmpty(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public' limit 1");
    return rows.length === 0;
  });
}

/** The hosts of the processes that gave a sign of life within these seconds. */
export function listLivingHosts(url: string, silentSecondsMax: number): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query(
      "select 1 from pg_tables where schemaname = 'public' and tablename = 'shop_processes'",
    );
    if (tables.length === 0) return [];
    const { rows } = await client.query<{ host: string }>(
      "select distinct host from shop_processes where seen_at > now() - make_interval(secs => $1) order by host",
      [silentSecondsMax],
    );
    return rows.map(({ host }) => host);
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type Ended = { code: number | null; said: string; error: Error | null };

/** Starts a program; with a URL, connected to that database. `ended` never rejects. */
function start(program: string, url: string | null, parameters: string[]) {
  const target = url === null ? null : new URL(url);
  const password = target ? decodeURIComponent(target.password) : "";
  if (target) target.password = "";
  const child = spawn(program, [...(target ? [`--dbname=${target.href}`] : []), ...parameters], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
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

async function runTool(program: string, url: string, parameters: string[]): Promise<void> {
  const { child, ended } = start(program, url, parameters);
  child.stdin.end();
  child.stdout.resume();
  const end = await ended;
  if (end.error) throw missing(program);
  if (end.code !== 0) throw failed(program, end);
}

function missing(program: string): OperatorError {
  const hint = "install the client programs of your PostgreSQL's version (Debian: postgresql-client)";
  return new OperatorError(`${program} is not on this machine: ${hint}`);
}

function failed(program: string, { code, said }: Ended): OperatorError {
  return new OperatorError(`${program} failed: ${said.trim() || `exit code ${code}`}`);
}
