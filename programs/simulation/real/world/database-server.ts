// The PostgreSQL of a run, with the ids of its processes, so that they can be killed and frozen from outside.

import pg from "pg";
import { type PostgresServer, startPostgres } from "#test/postgres.ts";
import { childrenOf, parentOf, signal } from "./process-tree.ts";

export type DatabaseServer = {
  url: string;
  pool: pg.Pool;
  /** As `pg_ctl stop -m immediate` does it: no checkpoint, no good-bye to any connection. */
  stopAtOnce: () => Promise<void>;
  /** kill -9 to every process of it, as when its machine loses power. */
  killAll: () => Promise<void>;
  /** kill -9 to one that serves a connection. The server then ends all of them and recovers by itself. */
  killBackend: (pick: (pids: number[]) => number) => void;
  start: () => Promise<void>;
  freeze: () => void;
  thaw: () => void;
  stop: () => Promise<void>;
};

/** The name of this run's own connections. */
export const OWN_NAME = "simulation";
const GONE_POLL_MS = 20;

export async function startDatabaseServer(): Promise<DatabaseServer> {
  const server: PostgresServer = await startPostgres();
  const url = server.url("postgres");
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: 5_000,
    application_name: OWN_NAME,
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  let main = await mainProcess(url);
  let isDown = false;
  const processes = () => [main, ...childrenOf(main)];
  const start = async () => {
    await server.restart();
    main = await mainProcess(url);
    isDown = false;
  };
  return {
    url,
    pool,
    start,
    stopAtOnce: async () => {
      await server.crash();
      isDown = true;
    },
    killAll: async () => {
      const all = processes();
      isDown = true;
      for (const pid of all) signal(pid, "SIGKILL");
      while (all.some((pid) => parentOf(pid) !== null))
        await new Promise((resolve) => setTimeout(resolve, GONE_POLL_MS));
    },
    killBackend: (pick) => signal(pick(childrenOf(main)), "SIGKILL"),
    freeze: () => {
      for (const pid of processes()) signal(pid, "SIGSTOP");
    },
    thaw: () => {
      for (const pid of processes()) signal(pid, "SIGCONT");
    },
    stop: async () => {
      for (const pid of processes()) signal(pid, "SIGCONT");
      await pool.end().catch(() => {});
      // What was killed can be stopped in order only while it runs.
      if (isDown) await start();
      await server.stop();
    },
  };
}

/** The process that all others of the server come from. */
async function mainProcess(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const main = parentOf(rows[0]?.pid ?? 0);
    if (main === null || main <= 1) throw new Error("PostgreSQL's main process was not found in /proc");
    return main;
  } finally {
    await client.end();
  }
}
