// `npm start` and `npm run dev` as a supervisor sees them: restarting a killed shop, and stopping on request.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { copySampleShop } from "#test/browser/shop-process.ts";
import { freePort } from "#test/servers/postgres.ts";

const root = path.join(import.meta.dirname, "../..");
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** Runs a program of the shop on the sample shop, and waits until it serves. */
async function run(program: string[]) {
  const dataDir = await copySampleShop();
  cleanUp.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, program, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      AVIF_PICTURES: "off",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  cleanUp.push(() => child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (text += chunk));
  const ended = once(child, "exit");
  const serves = () =>
    expect
      .poll(async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.status, {
        timeout: 60_000,
      })
      .toBe(200);
  await serves();
  return { child, said: () => text, ended, serves };
}

/** The processes that this one started. */
function childrenOf(pid: number | undefined): number[] {
  const { stdout } = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).map(Number);
}

test("npm start restarts a killed shop, and stops with it on request", async () => {
  const { child, said, ended, serves } = await run(["scripts/start.mjs"]);
  const [shop] = childrenOf(child.pid);
  process.kill(shop ?? 0, "SIGKILL");
  await expect.poll(said).toContain("The shop ended by SIGKILL; starting it again in 1 s.");
  await expect.poll(() => childrenOf(child.pid).filter((pid) => pid !== shop)).toHaveLength(1);
  await serves();
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(childrenOf(child.pid)).toEqual([]);
});

test("a shop in development stops on request with code 0", async () => {
  const { child, ended, said } = await run(["--disable-warning=ExperimentalWarning", "src/main.ts", "--dev"]);
  child.kill("SIGTERM");
  expect(await ended, said()).toEqual([0, null]);
});
