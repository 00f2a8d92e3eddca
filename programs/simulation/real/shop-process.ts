// The real shop as a child process with its own port and folder, made to be killed.
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { OWNER } from "./order-book.ts";

const ROOT = path.join(import.meta.dirname, "../../..");
const READY_MS_MAX = 120_000;
const POLL_MS = 25;

export type ShopSettings = { port: number; dataDir: string; databaseUrl: string | null };

export class ShopProcess {
  readonly origin: string;
  readonly #settings: ShopSettings;
  #child: ChildProcess | null = null;
  #output = "";

  constructor(settings: ShopSettings) {
    this.#settings = settings;
    this.origin = `http://127.0.0.1:${settings.port}`;
  }

  /** Starts the shop; resolves with the milliseconds until it serves. */
  async start(): Promise<number> {
    const started = performance.now();
    const { port, dataDir, databaseUrl } = this.#settings;
    const child = spawn(process.execPath, ["src/main.ts"], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: String(port),
        PUBLIC_URL: this.origin,
        DATA_DIR: dataDir,
        LOG_LEVEL: "error",
        AVIF_PICTURES: "off",
        ADMIN_EMAIL: OWNER.email,
        ADMIN_PASSWORD: OWNER.password,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-8_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) throw new Error(`the shop ended at once:\n${this.#output}`);
      if (performance.now() - started > READY_MS_MAX)
        throw new Error(`the shop did not start:\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return performance.now() - started;
  }

  /** Sends a signal and waits until the process is gone. SIGSTOP freezes it for a while, then kills it. */
  async end(signal: "SIGKILL" | "SIGTERM" | "SIGSTOP"): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    if (signal === "SIGSTOP") {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      child.kill("SIGKILL");
    }
    await gone;
  }

  /** The id of the running process; 0 if there is none. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get output(): string {
    return this.#output;
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
    } catch {
      return false;
    }
  }
}
