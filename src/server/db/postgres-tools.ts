// PostgreSQL's own programs for dumping and loading a database. They come with PostgreSQL, not with the shop, so they
// may be missing. The password is passed in the environment: every user of the machine can read a command line.
import { spawn } from "node:child_process";
import pg from "pg";
import { OperatorError } from "../operator-error.ts";

export async function dumpPostgres(url: string, file: string): Promise<void> {
  await runTool("pg_dump", url, ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`]);
}

/** Into an empty database, all or nothing. */
export async function loadPostgres(url: string, file: string): Promise<void> {
  const all = ["--no-owner", "--no-privileges", "--no-comments", "--single-transaction", "--exit-on-error"];
  await runTool("pg_restore", url, [...all, file]);
}

export function isPostgresEmpty(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public' limit 1");
    return rows.length === 0;
  });
}

export function emptyPostgres(url: string): Promise<void> {
  return withClient(url, async (client) => {
    await client.query("drop schema public cascade; create schema public");
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

function runTool(program: string, url: string, parameters: string[]): Promise<void> {
  const target = new URL(url);
  const password = decodeURIComponent(target.password);
  target.password = "";
  return new Promise((resolve, reject) => {
    const child = spawn(program, [`--dbname=${target.href}`, ...parameters], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once("error", () => {
      const hint = "install the client programs of your PostgreSQL's version (Debian: postgresql-client)";
      reject(new OperatorError(`${program} is not on this machine: ${hint}`));
    });
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new OperatorError(`${program} failed: ${said.trim() || `exit code ${code}`}`));
    });
  });
}
