// `npm run simulate -- --real [--kills N] [--database embedded|postgres|both] [--shoppers N]`
// Real processes, real kills, both databases; prints one table at the end. Needs the built pages and, unless
// the database is the embedded one, PostgreSQL's binaries. `--kills 0` and `--shoppers 0` leave a part out.
// Exit codes: 0 every figure has its required value, 1 one was missed, 2 the options were not understood.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { freePort, startPostgres } from "#test/postgres.ts";
import { type RunFigures, tableOf } from "./figures.ts";
import { runKills } from "./kill-run.ts";
import { runLastUnits } from "./last-units.ts";
import type { ShopSettings } from "./shop-process.ts";

const PIECES = 10;
const USAGE = "npm run simulate -- --real [--kills N] [--database embedded|postgres|both] [--shoppers N]";

type Options = { kills: number; shoppers: number; databases: string[] };

const say = (line: string) => console.log(line);
const options = readOptions();
if (typeof options === "string") {
  console.error(`${options}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  process.exitCode = await main(options);
}

/** The options, or why they are refused. */
function readOptions(): Options | string {
  try {
    const { values } = parseArgs({
      options: {
        real: { type: "boolean" },
        kills: { type: "string", default: "100" },
        database: { type: "string", default: "both" },
        shoppers: { type: "string", default: "500" },
      },
    });
    const databases = values.database === "both" ? ["embedded", "postgres"] : [values.database];
    if (!databases.every((name) => name === "embedded" || name === "postgres"))
      return `--database is embedded, postgres or both, not ${values.database}`;
    for (const name of ["kills", "shoppers"] as const)
      if (!/^\d{1,6}$/.test(values[name])) return `--${name} is a whole number, not ${values[name]}`;
    return { kills: Number(values.kills), shoppers: Number(values.shoppers), databases };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function main({ kills, shoppers, databases }: Options): Promise<number> {
  const runs: RunFigures[] = [];
  if (databases.includes("embedded")) runs.push(await onEmbedded(kills));
  if (databases.includes("postgres")) runs.push(await onPostgres(kills, shoppers));
  const { lines, missed } = tableOf(runs);
  say(["", ...lines, ""].join("\n"));
  if (missed.length === 0) say("Every figure is what it has to be.");
  for (const figure of missed) say(`MISSED  ${figure}`);
  return missed.length === 0 ? 0 : 1;
}

async function onEmbedded(kills: number): Promise<RunFigures> {
  const database = "embedded";
  if (kills === 0) return { database, kills: null, race: null };
  return inFolder(async (dataDir) => {
    say(`Embedded database: ${kills} kills`);
    const settings: ShopSettings = { port: await freePort(), dataDir, databaseUrl: null };
    return { database, kills: await runKills(settings, kills, say), race: null };
  });
}

async function onPostgres(kills: number, shoppers: number): Promise<RunFigures> {
  const server = await startPostgres();
  try {
    return await inFolder(async (dataDir) => {
      const settings: ShopSettings = { port: await freePort(), dataDir, databaseUrl: server.url("postgres") };
      if (kills > 0) say(`PostgreSQL: ${kills} kills`);
      const killed = kills > 0 ? await runKills(settings, kills, say) : null;
      if (shoppers > 0) say(`PostgreSQL: ${shoppers} shoppers for the last ${PIECES} pieces`);
      const race = shoppers > 0 ? await runLastUnits(settings, shoppers, PIECES) : null;
      return { database: "PostgreSQL", kills: killed, race };
    });
  } finally {
    await server.stop();
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "shop-real-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
