// `npm run simulate -- --real [--kind K …] [--kills N] [--database embedded|postgres|both] [--shoppers N] [--seed S]`
// A real shop whose parts are killed and frozen one by one while shoppers buy, the owner works, and the provider goes on;
// then many shoppers who want the last pieces. Prints a line per kind of strike. `--kind` may be repeated; left out, every
// kind that the database has is run. `--kills 0` and `--shoppers 0` leave a part out. The seed decides what is struck and
// what shoppers and the owner choose, not when things happen: two runs of a seed are alike, not the same.
// Exit codes: 0 every figure has its required value, 1 one was missed, 2 the options were not understood.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, startPostgres } from "#test/postgres.ts";
import { detailsOf, missedOf, missedOfRace, seconds, tableOf } from "./figures.ts";
import { runLastUnits } from "./last-units.ts";
import { type Options, readOptions, USAGE, whyNoServer } from "./options.ts";
import { runStrikes, type StrikeFigures } from "./strike-run.ts";

const PIECES = 10;

let isEnding = false;
const say = (line: string) => console.log(line);
const options = readOptions(process.argv.slice(2));
if (typeof options === "string") {
  console.error(`${options}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  process.exitCode = await main(options).catch(async (error: unknown) => {
    // What a signal has cut off is no failure of its own.
    if (isEnding) await new Promise(() => {});
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  });
}
// A fetch that was cut off may keep its timers.
process.exit();

async function main(options: Options): Promise<number> {
  const { kinds: wanted, kills, shoppers, seed, crowd, longEvery } = options;
  const why = whyNoServer(options);
  if (why) throw new Error(why);
  let close = async () => {};
  endOnSignal(() => close());
  const runs: StrikeFigures[] = [];
  const missed: string[] = [];
  for (const kind of kills > 0 ? wanted : []) {
    say(`${kind.name}: ${kind.says}; ${kills} times, seed ${seed}`);
    const began = performance.now();
    const settings = { kind, kills, seed, shoppers: crowd, longEvery, say };
    const figures = await runStrikes(settings, (closeAll) => {
      close = closeAll;
    });
    runs.push(figures);
    missed.push(...missedOf(figures));
    say(`  ${detailsOf(figures)}; ${seconds(performance.now() - began)}`);
  }
  if (runs.length > 0) say(["", ...tableOf(runs), ""].join("\n"));
  if (shoppers > 0) missed.push(...(await race(shoppers)));
  if (missed.length === 0) say("Every figure is what it has to be.");
  for (const figure of missed) say(`MISSED  ${figure}`);
  return missed.length === 0 ? 0 : 1;
}

/** Ctrl-C ends every child before this process. A second one does not wait for that. */
function endOnSignal(close: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (isEnding) process.exit(130);
      isEnding = true;
      void close().finally(() => process.exit(130));
    });
}

async function race(shoppers: number): Promise<string[]> {
  say(`${shoppers} shoppers for the last ${PIECES} pieces, on PostgreSQL`);
  const server = await startPostgres();
  const dataDir = mkdtempSync(path.join(tmpdir(), "shop-real-"));
  try {
    const settings = { port: await freePort(), dataDir, databaseUrl: server.url("postgres") };
    const figures = await runLastUnits(settings, shoppers, PIECES);
    const { orders, soldOut, other, slowestMs } = figures;
    say(
      `  ${orders} orders, ${soldOut} clean refusals, ${other} other answers, slowest ${seconds(slowestMs)}\n`,
    );
    return missedOfRace(figures);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
