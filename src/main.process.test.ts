import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { lockFolder } from "#server/db/folder-lock.ts";
import { freePort } from "#test/servers/postgres.ts";

const PROGRAM = path.join(import.meta.dirname, "main.ts");
/** The sources' types are taken out once, not at each start. */
const NODE_COMPILE_CACHE = mkdtempSync(path.join(tmpdir(), "shop-compiled-"));
afterAll(() => rmSync(NODE_COMPILE_CACHE, { recursive: true }));

test("a shop that is told to stop while it starts stops, even where signals have no effect by default", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "shop-main-"));
  // A database that never answers.
  const database = createServer();
  await new Promise<void>((resolve) => database.listen(0, "127.0.0.1", resolve));
  const { port } = database.address() as AddressInfo;
  const shop = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", PROGRAM], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://shop@127.0.0.1:${port}/shop`,
    },
    stdio: "ignore",
  });
  const exit = once(shop, "exit");
  await once(database, "connection");
  shop.kill("SIGTERM");
  // After a signal that the program did not take, the code is null.
  expect(await exit).toEqual([0, null]);
  database.close();
  rmSync(dataDir, { recursive: true });
});

/** Starts the shop on a folder and with settings that it can't start with. */
async function startInVain(prepare: (folder: string) => unknown, settings: Record<string, string> = {}) {
  const home = mkdtempSync(path.join(tmpdir(), "shop-vain-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = path.join(home, "data");
  await prepare(folder);
  const place = { PATH: process.env.PATH, NODE_COMPILE_CACHE, DATA_DIR: folder };
  const env = { ...place, PORT: String(await freePort()), ...settings };
  const program = ["--disable-warning=ExperimentalWarning", PROGRAM];
  return new Promise<{ code: unknown; said: string; folder: string }>((resolve) => {
    execFile(process.execPath, program, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr, folder }),
    );
  });
}

test("a start with wrong settings names all of them at once", async () => {
  const settings = { PORT: "many", STRIPE_SECRET_KEY: "sk_test_1", DRAIN_SECONDS: "61" };
  const { code, said } = await startInVain(() => {}, settings);
  expect(code).toBe(1);
  for (const name of ["PORT", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET", "DRAIN_SECONDS"])
    expect(said).toContain(name);
});

test.each<[string, (folder: string) => unknown, RegExp]>([
  [
    "that another process has",
    (folder) => {
      mkdirSync(path.join(folder, "database"), { recursive: true });
      onTestFinished(lockFolder(folder));
    },
    /in use.*DATA_DIR=/is,
  ],
  ["that is a file", (folder) => writeFileSync(folder, ""), /is a file, not a folder/],
  [
    "with a damaged database",
    (folder) => {
      mkdirSync(path.join(folder, "database"), { recursive: true });
      writeFileSync(path.join(folder, "database/PG_VERSION"), "17\n");
    },
    /can't be opened; it may be damaged.*restore/,
  ],
  [
    "with a damaged lock",
    (folder) => {
      mkdirSync(folder);
      writeFileSync(path.join(folder, ".lock"), "x".repeat(4_096));
    },
    /\.lock is damaged.*delete the file/,
  ],
])("a folder %s is told in a sentence, and the exit code is 1", async (_what, prepare, sentence) => {
  const { code, said, folder } = await startInVain(prepare);
  expect(code).toBe(1);
  expect(said).toMatch(sentence);
  expect(said).toContain(folder);
  expect(said).not.toMatch(/^\s+at /m);
});

test("a database that does not answer is named without its password, and the exit code is 1", async () => {
  const databaseUrl = `postgres://shop:secret-word@127.0.0.1:${await freePort()}/shop`;
  const { code, said } = await startInVain(() => {}, { DATABASE_URL: databaseUrl });
  expect(code).toBe(1);
  expect(said).toContain("DATABASE_URL");
  expect(said).toContain("ECONNREFUSED");
  expect(said).not.toContain("secret-word");
  expect(said).not.toMatch(/^\s+at /m);
});
