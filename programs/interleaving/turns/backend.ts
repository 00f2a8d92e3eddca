// One connection with its process in the server. After a statement has been sent, one of three things is waited for: its
// answer, the notice of a stop inside a function, or the line of the log that says that it waits for a lock and has
// looked for a deadlock. Nothing sleeps, and nothing is asked again and again. A process that waits for a lock is
// paused (SIGSTOP) until the schedule lets it go on: when a commit frees several at once, the seed and not the server
// decides who is first.
import pg from "pg";
import { STOP_LOCKS } from "../database/harness-sql.ts";
import type { HarnessServer } from "../database/server.ts";
import { HarnessError } from "../problems.ts";

export type Answer = { ok: true; result: pg.QueryResult } | { ok: false; error: unknown };

export type Settled =
  | { kind: "answered"; answer: Answer }
  | { kind: "stop"; label: string; key: number }
  | { kind: "blocked"; lock: string };

const SETTLE_MS_MAX = 20_000;

export class Backend {
  readonly number: number;
  readonly client: pg.Client;
  readonly pid: number;
  /** Connected and not ended by a crash. */
  isThere = true;
  isPaused = false;
  #heard: ((settled: Settled) => void) | null = null;

  private constructor(number: number, client: pg.Client, pid: number) {
    this.number = number;
    this.client = client;
    this.pid = pid;
    client.on("notice", ({ message }) => this.#notice(message ?? ""));
  }

  static async open(url: string, number: number): Promise<Backend> {
    const client = new pg.Client({ connectionString: url });
    // A connection that is ended by a crash says so here too; its statements fail on their own.
    client.on("error", () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      "select pg_backend_pid() as pid, set_config('weave.backend', $1, false)",
      [String(number)],
    );
    return new Backend(number, client, rows[0]?.pid ?? 0);
  }

  /** Sends a statement and waits for what comes of it. */
  send(text: string, values: unknown[] | undefined): Promise<Settled> {
    const settled = this.waitFor(text);
    const isReady = this.#untilReady();
    this.client.query(text, values).then(
      (result) => this.#settle({ kind: "answered", answer: { ok: true, result } }),
      // The server tells of an error before it releases the locks of what it undoes.
      (error: unknown) =>
        void isReady.then(() => this.#settle({ kind: "answered", answer: { ok: false, error } })),
    );
    return settled;
  }

  /** Waits for what comes next of a statement that is under way. */
  waitFor(what: string): Promise<Settled> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const asked = what.trim().slice(0, 80).replace(/\s+/g, " ");
        reject(new HarnessError(`"${asked}" neither ended nor waited for a lock within 20 seconds`));
      }, SETTLE_MS_MAX);
      this.#heard = (settled) => {
        clearTimeout(timer);
        this.#heard = null;
        resolve(settled);
      };
    });
  }

  /** A line of the server's log that names this process. */
  hear(line: string): void {
    const [, lock] = /still waiting for (.+) after /.exec(line) ?? [];
    if (lock !== undefined && !lock.includes(`,${STOP_LOCKS},`)) this.#settle({ kind: "blocked", lock });
  }

  pause(): void {
    process.kill(this.pid, "SIGSTOP");
    this.isPaused = true;
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    process.kill(this.pid, "SIGCONT");
  }

  /** Resolves when the server is ready for the next statement, or is gone. */
  #untilReady(): Promise<void> {
    const { client } = this;
    return new Promise((resolve) => {
      const done = () => {
        client.off("drain", done).off("end", done);
        resolve();
      };
      client.on("drain", done).on("end", done);
    });
  }

  #notice(message: string): void {
    const [, key, label] = /^weave (\d) (.+)$/.exec(message) ?? [];
    if (label !== undefined) this.#settle({ kind: "stop", label, key: Number(key) });
  }

  #settle(settled: Settled): void {
    this.#heard?.(settled);
  }
}

/** Hands each line about a waiting process to its connection. */
export function routeLog(server: HarnessServer, backends: () => Iterable<Backend>): void {
  server.hearLog((line) => {
    const [, pid] = /\bprocess (\d+) still waiting/.exec(line) ?? [];
    if (pid === undefined) return;
    for (const backend of backends()) if (backend.pid === Number(pid)) backend.hear(line);
  });
}
