// Starts the real, built shop as a separate process for a test: a free port, its own data folder, and settings by
// environment variables. The first start of a shop makes a database and the sample catalog, which takes a while, so it
// is done once per test run and copied afterward.
import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openEmbeddedDatabase } from "#server/db/database.ts";
import { freePort } from "#test/servers/postgres.ts";
import { clockShiftMs, SERVER_ZONE, shopNow } from "./three-zones.ts";

const root = path.join(import.meta.dirname, "../..");
const READY_SECONDS_MAX = 120;
const STOP_SECONDS_MAX = 20;
const DAY_MS = 86_400_000;

export type ShopOptions = {
  /** A PostgreSQL database to use instead of the embedded one; the first start fills it. */
  databaseUrl?: string;
  /** Continue with this data folder instead of a fresh copy of the sample shop. */
  dataDir?: string;
  port?: number;
  /** The owner of an existing shop, or one with a set password, which the output does not show. */
  admin?: Admin;
  env?: Record<string, string>;
  /** How far the shop's clock is ahead; by default like the browser's. */
  clockAheadMs?: number;
};

export type RunningShop = {
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  adminEmail: string;
  adminPassword: string;
  /** All output of the process so far. */
  output: () => string;
  /**
   * Asks the process to stop (SIGTERM) and removes the data folder unless it was given; resolves with the exit code.
   */
  stop: () => Promise<number | null>;
  /** Kills the process like a power cut, and keeps the data folder. */
  kill: () => Promise<void>;
};

type Admin = { adminEmail: string; adminPassword: string };

/** Starts a shop with the sample catalog and waits until it answers. */
export async function startShop(options: ShopOptions = {}): Promise<RunningShop> {
  const dataDir = options.dataDir ?? (options.databaseUrl ? await emptyFolder() : await copySampleShop());
  const shop = await launch({ ...options, dataDir });
  await untilReady(shop);
  const stop = async () => {
    const code = await shop.end("SIGTERM");
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    return code;
  };
  const kill = async () => {
    await shop.end("SIGKILL");
  };
  const { url, port, pid, output } = shop;
  // A separate PostgreSQL database gets a separate admin, whose password is in the output of this first start.
  const told = async () => (options.databaseUrl ? adminIn(output()) : await sampleShop());
  const { adminEmail, adminPassword } = options.admin ?? (await told());
  return { url, port, pid, dataDir, adminEmail, adminPassword, output, stop, kill };
}

/** A data folder with the sample catalog; the caller removes it. */
export async function copySampleShop(): Promise<string> {
  const { dataDir } = await sampleShop();
  const copy = await emptyFolder();
  await cp(dataDir, copy, { recursive: true });
  return copy;
}

async function emptyFolder(): Promise<string> {
  await mkdir(runFolder, { recursive: true });
  return mkdtemp(path.join(runFolder, "data-"));
}

export type VainStart = { code: number | null; output: string; seconds: number };

/** Starts a shop that is expected to fail; resolves with its exit code and its output. */
export async function startInVain(options: ShopOptions & { dataDir: string }): Promise<VainStart> {
  const started = performance.now();
  const shop = await launch(options);
  const limit = setTimeout(() => void shop.end("SIGKILL"), READY_SECONDS_MAX * 1_000);
  const code = await shop.ended;
  clearTimeout(limit);
  return { code, output: shop.output(), seconds: (performance.now() - started) / 1_000 };
}

type Process = {
  url: string;
  port: number;
  pid: number;
  output: () => string;
  hasEnded: () => boolean;
  /** The exit code, or null after a signal. */
  ended: Promise<number | null>;
  end: (signal: "SIGTERM" | "SIGKILL") => Promise<number | null>;
};

async function launch(options: ShopOptions & { dataDir: string }): Promise<Process> {
  const port = options.port ?? (await freePort());
  const clock = ["--import", "./test/browser/shifted-clock.ts"];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...clock, "src/main.ts"], {
    cwd: root,
    // None of this process's own settings: only the test configures a shop under test.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      TZ: SERVER_ZONE,
      CLOCK_SHIFT_MS: String(options.clockAheadMs ?? clockShiftMs),
      PORT: String(port),
      DATA_DIR: options.dataDir,
      AVIF_PICTURES: "off",
      // Like the launcher: the sources' types are stripped once, not at each start.
      NODE_COMPILE_CACHE: path.join(runFolder, "compile-cache"),
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  killWithThisProcess(child);
  let output = "";
  const collect = (text: string) => {
    output += text;
  };
  child.stdout.setEncoding("utf8").on("data", collect);
  child.stderr.setEncoding("utf8").on("data", collect);
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      hasEnded = true;
      resolve(code);
    });
  });
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (!hasEnded) child.kill(signal);
    const limit = setTimeout(() => child.kill("SIGKILL"), STOP_SECONDS_MAX * 1_000);
    const code = await ended;
    clearTimeout(limit);
    return code;
  };
  return {
    url: `http://localhost:${port}`,
    port,
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded: () => hasEnded,
    ended,
    end,
  };
}

function killWithThisProcess(child: ChildProcess): void {
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("close", () => process.off("exit", kill));
}

async function untilReady(shop: Process): Promise<void> {
  const deadline = performance.now() + READY_SECONDS_MAX * 1_000;
  while (performance.now() < deadline) {
    if (shop.hasEnded()) throw new Error(`The shop ended instead of starting:\n${shop.output()}`);
    const isReady = await fetch(`${shop.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady && /^\s+Shop\s+http/m.test(shop.output())) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await shop.end("SIGKILL");
  throw new Error(`The shop did not answer within ${READY_SECONDS_MAX} s:\n${shop.output()}`);
}

/** The admin that a first start created, from its output. */
function adminIn(output: string): Admin {
  const adminEmail = /\b(\S+@\S+\.\S+)\b/.exec(output)?.[1];
  const adminPassword = /password:?\s+(\S+)/i.exec(output)?.[1];
  if (!adminEmail || !adminPassword)
    throw new Error(`The first start did not tell the admin's password:\n${output}`);
  return { adminEmail, adminPassword };
}

/** A folder for this test run: given by `npm test`, or one per Vitest process. */
const runFolder = process.env.SHOP_TEST_FOLDER ?? path.join(tmpdir(), `shop-test-run-${process.ppid}`);

/** The data folder and the admin of a shop that was started once and stopped cleanly. */
async function sampleShop(): Promise<Admin & { dataDir: string }> {
  const home = path.join(runFolder, "sample-shop");
  const made = await readFile(path.join(home, "admin.json"), "utf8").catch(() => null);
  const dataDir = path.join(home, "data");
  if (made) return { ...(JSON.parse(made) as Admin), dataDir };
  await mkdir(runFolder, { recursive: true });
  const half = await mkdtemp(path.join(runFolder, "half-made-"));
  // A later copy may run with a clock slightly behind this one, so the sample is dated earlier.
  const clockAheadMs = clockShiftMs - 60 * 60_000;
  const shop = await launch({ dataDir: path.join(half, "data"), clockAheadMs });
  await untilReady(shop);
  const admin = adminIn(shop.output());
  const code = await shop.end("SIGTERM");
  if (code !== 0) throw new Error(`The shop ended with ${code} when it was asked to stop:\n${shop.output()}`);
  await leaveNightsToTheOwner(path.join(half, "data"));
  await writeFile(path.join(half, "admin.json"), JSON.stringify(admin));
  // Two test runs may make it at the same moment: the second one uses the first one's.
  await rename(half, home).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  return sampleShop();
}

/** It is past three in the morning on the tests' clocks, when each copy would make its nightly backup. */
async function leaveNightsToTheOwner(dataDir: string): Promise<void> {
  const { db, close } = await openEmbeddedDatabase(dataDir, () => {});
  const since = new Date(shopNow() + DAY_MS);
  await db
    .insertInto("backup_rules")
    .values({ since })
    .onConflict((it) => it.column("id").doUpdateSet({ since }))
    .execute();
  await close();
}
