// The real shop as a separate process with its own port and folder, made to be killed. It leads a process group, so
// that everything it has started ends with it.
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { cookiesOf } from "#test/pages/owner-session.ts";

/** The owner that the shop gets at its first start. */
export const OWNER = { email: "owner@example.com", password: "a password for the simulation" };

const ROOT = path.join(import.meta.dirname, "../..");
const SIGN_IN_MS_MAX = 10_000;
const READY_MS_MAX = 120_000;
const POLL_MS = 25;
const OUTPUT_KEPT = 20_000;

export type ShopSettings = {
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  /** More environment variables, such as where the provider is. */
  variables?: Record<string, string>;
};

export class ShopProcess {
  readonly origin: string;
  readonly #settings: ShopSettings;
  #child: ChildProcess | null = null;
  #output = "";
  readonly #counts = new Map<string, number>();

  constructor(settings: ShopSettings) {
    this.#settings = settings;
    this.origin = `http://127.0.0.1:${settings.port}`;
  }

  /** Environment variables of the shop, and of commands run against it. */
  get variables(): Record<string, string> {
    const { port, dataDir, databaseUrl, variables } = this.#settings;
    return {
      NODE_ENV: "production",
      PORT: String(port),
      PUBLIC_URL: this.origin,
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      AVIF_PICTURES: "off",
      ADMIN_EMAIL: OWNER.email,
      ADMIN_PASSWORD: OWNER.password,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...variables,
    };
  }

  /** Starts the shop; resolves with the milliseconds until it serves. */
  async start(): Promise<number> {
    const started = performance.now();
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "src/main.ts"], {
      cwd: ROOT,
      env: { ...process.env, ...this.variables },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#child = child;
    endWithThisProcess(child);
    child.stdout.on("data", (chunk: Buffer) => this.#keep(chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => this.#keep(chunk.toString()));
    while (!(await this.isReady())) {
      if (!this.isRunning) throw new Error(`the shop ended right away:\n${this.#output}`);
      if (performance.now() - started > READY_MS_MAX)
        throw new Error(`the shop did not start:\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return performance.now() - started;
  }

  /** Sends a signal and waits until the process is gone. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  }

  /** Kills every process of the shop at the same moment, as when its machine loses power. */
  async cutPower(): Promise<void> {
    const child = this.#child;
    if (!child?.pid) return;
    const gone = this.isRunning ? new Promise((resolve) => child.once("exit", resolve)) : null;
    killGroup(child.pid);
    await gone;
  }

  /** The id of the running process; 0 if there is none. */
  get pid(): number {
    return this.isRunning ? (this.#child?.pid ?? 0) : 0;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get output(): string {
    return this.#output;
  }

  /** How often the shop has logged the event. */
  logged(event: string): number {
    return this.#counts.get(event) ?? 0;
  }

  async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
    } catch {
      return false;
    }
  }

  #keep(text: string): void {
    this.#output = (this.#output + text).slice(-OUTPUT_KEPT);
    for (const [, event = ""] of text.matchAll(/"event":"([a-z_.]+)"/g))
      this.#counts.set(event, this.logged(event) + 1);
  }
}

/** Signs the owner in; returns the cookies. */
export async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/admin/login`, {
    method: "POST",
    body: new URLSearchParams(OWNER),
    headers: { origin },
    redirect: "manual",
    signal: AbortSignal.timeout(SIGN_IN_MS_MAX),
  });
  if (answer.status !== 302) throw new Error(`the owner could not sign in: status ${answer.status}`);
  return cookiesOf(answer.headers);
}

/** A group whose first process is gone is ended, too. */
function endWithThisProcess(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const { pid } = child;
  process.setMaxListeners(0);
  process.once("exit", () => killGroup(pid));
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // None of them is left.
  }
}
