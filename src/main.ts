// The process of the shop. Reads the environment, opens what it needs in order (database, sandbox, shop,
// sample catalogue, owner, pages), listens, and takes everything down again in reverse. A start that can't
// succeed says in one sentence why and what to do, and exits with a code other than 0.

import cluster from "node:cluster";
import { PortTaken } from "#process/http-listener.ts";
import type { Role } from "#process/open-shop.ts";
import { type RunningShop, startShop } from "#process/start-shop.ts";
import { DatabaseUnreachable } from "#server/db/database.ts";
import { FolderInUse } from "#server/db/folder-lock.ts";
import { FunctionFileBroken } from "#server/db/functions.ts";
import { DatabaseIsNewer } from "#server/db/migrate.ts";
import { parseEnvironment } from "#server/env.ts";

const isDevelopment = process.argv.includes("--dev");
const environment = parseEnvironment(process.env);
if (!environment.ok) {
  fail([
    "The shop can't start with these settings:",
    ...environment.problems.map((problem) => `  - ${problem}`),
  ]);
}

const { value: env } = environment;
const say = (message: string) => console.log(message);
const role = roleOfThisProcess();
let running: RunningShop;
try {
  running = await startShop(env, { isDevelopment, role, say });
  if (role.kind === "primary") startWebProcesses(env.webProcesses, running.sandboxPort);
} catch (error) {
  fail(explain(error));
}

// A terminal sends Ctrl-C to every process of the group and the launcher passes it on as well, so the same
// keypress arrives more than once. Only one that comes later means "now, at once".
const SAME_KEYPRESS_MS = 1_000;
const STOP_MS_MAX = 10_000;
let askedAt: number | null = null;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
// The launcher is gone without a word: nobody could stop this process any more.
process.on("disconnect", stop);

function stop(): void {
  if (askedAt !== null) {
    if (performance.now() - askedAt > SAME_KEYPRESS_MS) process.exit(1);
    return;
  }
  askedAt = performance.now();
  // Whatever is still under way then is of the kind that survives a crash.
  setTimeout(() => process.exit(0), STOP_MS_MAX).unref();
  running.stop().then(
    () => process.exit(0),
    (error: unknown) => fail([`The shop did not stop cleanly: ${String(error)}`]),
  );
}

function roleOfThisProcess(): Role {
  if (cluster.isWorker) return { kind: "web", sandboxPort: Number(process.argv.at(-1)) };
  return env.webProcesses > 1 && !isDevelopment ? { kind: "primary" } : { kind: "alone" };
}

/** Starts the processes that serve, and a new one for each that dies while the shop runs. */
function startWebProcesses(count: number, sandboxPort: number): void {
  cluster.setupPrimary({ args: [String(sandboxPort)] });
  for (let started = 0; started < count; started += 1) cluster.fork();
  cluster.on("exit", (_worker, code) => {
    if (askedAt !== null) return;
    console.error(`A web process ended with code ${code}; starting another one.`);
    setTimeout(() => askedAt === null && cluster.fork(), 1_000);
  });
}

function explain(error: unknown): string[] {
  if (error instanceof PortTaken) {
    return [
      `${capitalized(error.message)}. Stop the other program, or choose another port: PORT=${env.port + 1} npm start`,
    ];
  }
  if (error instanceof FolderInUse) {
    return [
      `${capitalized(error.message)}. Two processes on one embedded database would lose data, so this one stops.`,
      "Stop the other one, choose another folder (DATA_DIR=./data2 npm start), or use PostgreSQL (DATABASE_URL).",
    ];
  }
  if (error instanceof DatabaseUnreachable) {
    return [
      `The database at DATABASE_URL can't be used: ${error.message}. Check the address and that the server runs.`,
    ];
  }
  if (error instanceof DatabaseIsNewer || error instanceof FunctionFileBroken) return [error.message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function fail(lines: string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}
