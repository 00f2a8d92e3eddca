// The process of the shop: reads the environment, starts a copy of the shop, and stops it on a signal. A start that can't succeed says why and what to do, and exits with a code other than 0.

import path from "node:path";
import { keepTick } from "#process/keep-tick.ts";
import { closeFolder, makeFilesPrivate } from "#process/private-folder.ts";
import { type RunningShop, startShop } from "#process/start-shop.ts";
import { parseEnvironment } from "#server/core/env.ts";
import { explain } from "#server/core/operator-error.ts";

makeFilesPrivate();
keepTick();
const isDevelopment = process.argv.includes("--dev");
const environment = parseEnvironment(process.env);
if (!environment.ok) {
  fail(["The shop can't start with these settings:", ...environment.problems].join("\n  - "));
}

const { value: env } = environment;
const say = (message: string) => console.log(message);

// A terminal sends Ctrl-C to every process of the group and the launcher passes it on too, so one keypress arrives
// more than once. Only a later one means "stop right away".
const SAME_KEYPRESS_MS = 1_000;
/** After the drain. */
const STOP_MS_MAX = 7_000;
let askedAt: number | null = null;
/** Null until the start is done. */
let running: RunningShop | null = null;
// Before the start: as the first process of a container, a signal without a listener is lost.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop(signal));
// The launcher is gone: this process could no longer be stopped.
process.on("disconnect", () => stop("SIGINT"));

try {
  closeFolder(path.resolve(env.dataDir), say);
  running = await startShop(env, { isDevelopment, say, onReplaced: (why) => fail(explain(why)) });
  // To `npm start`, which restarts this process if it exits unexpectedly (scripts/supervise.mjs).
  process.send?.("serving");
} catch (error) {
  fail(explain(error));
}

/** Only SIGTERM, which supervisors send, gives proxies time to notice: no one waits after a Ctrl-C. */
function stop(signal: "SIGINT" | "SIGTERM"): void {
  if (askedAt !== null) {
    if (performance.now() - askedAt > SAME_KEYPRESS_MS) process.exit(1);
    return;
  }
  askedAt = performance.now();
  const shop = running;
  // A start may be cut off anywhere, as by a crash.
  if (shop === null) process.exit(0);
  // What is still under way then survives a crash.
  const drains = signal === "SIGTERM";
  setTimeout(() => process.exit(0), STOP_MS_MAX + (drains ? env.drainSeconds * 1_000 : 0)).unref();
  shop.stop({ drains }).then(
    () => process.exit(0),
    (error: unknown) => fail(`The shop did not stop cleanly: ${String(error)}`),
  );
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
