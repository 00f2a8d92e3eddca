// A real PostgreSQL server for tests: a separate cluster in a temporary folder, on a free loopback port, made with the
// machine's server binaries and deleted afterward.
import { execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { OperatorError } from "#server/core/operator-error.ts";

export type PostgresServer = {
  url: (database: string) => string;
  /** Kills it like a crash of its machine; connections break. */
  crash: () => Promise<void>;
  /** Starts it again after a crash, on the same port. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The folder with initdb and postgres, newest version first, or null when there is none. */
export function findPostgresBinaries(): string | null {
  const roots = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"];
  const folders = roots
    .filter(existsSync)
    .flatMap((root) => readdirSync(root).map((name) => path.join(root, name, "bin")));
  const complete = [...folders, "/usr/bin", "/usr/local/bin"].filter((folder) =>
    existsSync(path.join(folder, "initdb")),
  );
  return complete.sort((a, b) => versionOf(b) - versionOf(a))[0] ?? null;
}

function versionOf(folder: string): number {
  return Number(/(\d+)(?=\/bin$)/.exec(folder)?.[1] ?? 0);
}

type PostgresOptions = {
  /** Settings in addition to the usual ones, such as "jit=off". */
  settings?: readonly string[];
  /** Receives the server's log as it is written. */
  hear?: (text: string) => void;
};

/** Starts a cluster. As root it runs as the system's `postgres` user, which the server insists on. */
export async function startPostgres({
  settings: wanted = [],
  hear,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const binaries = findPostgresBinaries();
  if (!binaries)
    throw new OperatorError("No PostgreSQL server binaries found: install Debian's package postgresql.");
  const asRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(path.join(tmpdir(), "shop-postgres-"));
  if (asRoot) execFileSync("chown", ["postgres", folder]);
  const port = await freePort();
  const data = path.join(folder, "data");
  const run = (command: string, parameters: string[]): [string, string[]] =>
    asRoot
      ? ["setpriv", ["--reuid=postgres", "--regid=postgres", "--init-groups", command, ...parameters]]
      : [command, parameters];
  const initialize = run(path.join(binaries, "initdb"), [
    "-D",
    data,
    "-U",
    "shop",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
  ]);
  execFileSync(...initialize, { stdio: "ignore", cwd: folder });
  const settings = [
    "fsync=off",
    "full_page_writes=off",
    "max_connections=200",
    `unix_socket_directories=${folder}`,
    ...wanted,
  ].flatMap((setting) => ["-c", setting]);
  const launch = () => {
    const started = spawn(
      ...run(path.join(binaries, "postgres"), [
        "-D",
        data,
        "-p",
        String(port),
        "-h",
        "127.0.0.1",
        ...settings,
      ]),
      { stdio: ["ignore", "ignore", hear ? "pipe" : "ignore"], cwd: folder },
    );
    if (hear) started.stderr?.setEncoding("utf8").on("data", hear);
    return started;
  };
  let server = launch();
  const end = async (signal: "SIGINT" | "SIGQUIT") => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    server.kill(signal);
    await gone;
  };
  const url = (database: string) => `postgres://shop@127.0.0.1:${port}/${database}`;
  await untilReady(url("postgres"));
  return {
    url,
    crash: () => end("SIGQUIT"),
    restart: async () => {
      server = launch();
      await untilReady(url("postgres"));
    },
    stop: async () => {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt > 150) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/**
 * Below the ports that systems give to outgoing connections: one of these may be taken before a server listens on it.
 */
const PORTS = { from: 10_240, to: 32_768 };
const PORT_TRIES = 200;

/** A free port of 127.0.0.1. Throws when none is found. */
export async function freePort(isFree: (port: number) => Promise<boolean> = isPortFree): Promise<number> {
  for (let attempt = 0; attempt < PORT_TRIES; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
  throw new OperatorError(
    `No free port was found between ${PORTS.from} and ${PORTS.to}. Stop other servers on this machine and try again.`,
  );
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
