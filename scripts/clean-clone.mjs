// Run by hand before a release: `node scripts/clean-clone.mjs [NODE]`. Clones the committed state into an empty folder,
// runs `npm start` there until the page is served, stops it, starts it again, and prints both times. With a version such
// as 20.19.0 it runs npm on that Node, from the npm registry.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const FIRST_START_SECONDS_MAX = 60;
const LATER_START_SECONDS_MAX = 10;
const STOP_SECONDS_MAX = 20;

const source = path.join(import.meta.dirname, "..");
const folder = mkdtempSync(path.join(tmpdir(), "golf-pro-shop-clone-"));
const clone = path.join(folder, "shop");
const [version] = process.argv.slice(2);
const start = version ? ["npx", "--yes", `--package=node@${version}`, "npm", "start"] : ["npm", "start"];
let failed = false;
try {
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", source, clone], { stdio: "inherit" });
  const first = await secondsToThePage();
  const second = await secondsToThePage();
  report("first start", first, FIRST_START_SECONDS_MAX);
  report("second start", second, LATER_START_SECONDS_MAX);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

function report(what, seconds, limit) {
  const isFast = seconds <= limit;
  failed ||= !isFast;
  console.log(
    `${what}: page served after ${seconds.toFixed(1)} s (limit ${limit} s)${isFast ? "" : "  TOO SLOW"}`,
  );
}

/** Starts the shop like a newcomer, waits for the list of products, and stops it with one Ctrl-C. */
async function secondsToThePage() {
  const port = await freePort();
  const started = performance.now();
  const shop = spawn(start[0], start.slice(1), {
    cwd: clone,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port) },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const ended = new Promise((resolve) => shop.once("exit", (code, signal) => resolve({ code, signal })));
  let hasEnded = false;
  ended.then(() => {
    hasEnded = true;
  });
  let seconds = null;
  while (!hasEnded && performance.now() - started < 10 * FIRST_START_SECONDS_MAX * 1_000) {
    const page = await fetch(`http://localhost:${port}/shop`).then(
      (answer) => (answer.ok ? answer.text() : ""),
      () => "",
    );
    if (page.includes("/product/")) {
      seconds = (performance.now() - started) / 1_000;
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  if (!hasEnded) process.kill(-shop.pid, "SIGINT");
  const limit = setTimeout(() => process.kill(-shop.pid, "SIGKILL"), STOP_SECONDS_MAX * 1_000);
  await ended;
  clearTimeout(limit);
  if (seconds === null) throw new Error("npm start did not serve the page; its output is above");
  return seconds;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
