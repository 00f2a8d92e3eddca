// `npm run simulate -- --real [--kind K …] [--kills N] [--database embedded|postgres|both] [--shoppers N] [--seed S]`
// A real shop whose parts are killed and frozen one by one while shoppers buy, the owner works, and the provider goes on;
// then many shoppers who want the last pieces. Prints a line per kind of strike. `--kind` may be repeated; left out, every
// kind that the database has is run. `--kills 0` and `--shoppers 0` leave a part out. The seed decides what is struck and
// what shoppers and the owner choose, not when things happen: two runs of a seed are alike, not the same.
// Exit codes: 0 every figure has its required value, 1 one was missed, 2 the options were not understood.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { findPostgresBinaries, freePort, startPostgres } from "#test/postgres.ts";
import { detailsOf, missedOf, missedOfRace, seconds, tableOf } from "./figures.ts";
import { kinds } from "./kinds.ts";
import { runLastUnits } from "./last-units.ts";
import { runStrikes, type StrikeFigures } from "./strike-run.ts";

const PIECES = 10;
const CROWD = 20;
const USAGE = `npm run simulate -- --real [--kind K …] [--kills N] [--database embedded|postgres|both] [--shoppers N] [--crowd N] [--long N] [--seed S]

Kinds:
${kinds.map(({ name, says }) => `  ${name.padEnd(16)} ${says}`).join("\n")}`;

type Options = {
  kinds: (typeof kinds)[number][];
  kills: number;
  shoppers: number;
  seed: number;
  crowd: number;
  longEvery: number;
};

let isEnding = false;
const say = (line: string) => console.log(line);
const options = readOptions();
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

/** The options, or why they are refused. */
function readOptions(): Options | string {
  try {
    const { values } = parseArgs({
      options: {
        real: { type: "boolean" },
        kind: { type: "string", multiple: true },
        kills: { type: "string", default: "100" },
        database: { type: "string", default: "both" },
        shoppers: { type: "string", default: "500" },
        crowd: { type: "string", default: String(CROWD) },
        long: { type: "string", default: "25" },
        seed: { type: "string", default: "1" },
      },
    });
    const { database, kind: named } = values;
    if (!["both", "embedded", "postgres"].includes(database))
      return `--database is embedded, postgres or both, not ${database}`;
    for (const name of ["kills", "shoppers", "seed", "crowd", "long"] as const)
      if (!/^\d{1,6}$/.test(values[name])) return `--${name} is a whole number, not ${values[name]}`;
    const unknown = named?.find((name) => !kinds.some((kind) => kind.name === name));
    if (unknown !== undefined) return `there is no kind ${unknown}`;
    const wanted = kinds.filter(
      (kind) => (named?.includes(kind.name) ?? true) && (database === "both" || kind.database === database),
    );
    if (wanted.length === 0) return `no kind of these is for the database ${database}`;
    return {
      kinds: wanted,
      kills: Number(values.kills),
      // The race is a part of the whole, not of a kind.
      shoppers: named || database === "embedded" ? 0 : Number(values.shoppers),
      seed: Number(values.seed),
      crowd: Number(values.crowd),
      longEvery: Math.max(1, Number(values.long)),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function main({ kinds: wanted, kills, shoppers, seed, crowd, longEvery }: Options): Promise<number> {
  const needsServer = shoppers > 0 || (kills > 0 && wanted.some(({ database }) => database === "postgres"));
  if (needsServer && findPostgresBinaries() === null)
    throw new Error(
      "No PostgreSQL server binaries found: install Debian's package postgresql, or run --database embedded.",
    );
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
