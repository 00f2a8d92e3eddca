// `npm run simulate -- --real [--kills N] [--database embedded|postgres|both] [--shoppers N]`
// Real processes, real kills, both databases. Needs the built pages (npm run build) and PostgreSQL binaries.
// Exits with 1 when a payment was lost or doubled, a start took too long, or the race sold a wrong number.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { freePort, startPostgres } from "../../../test/postgres.ts";
import { type KillFigures, runKills } from "./kill-run.ts";
import { runLastUnits } from "./last-units.ts";
import type { ShopSettings } from "./shop-process.ts";

const BACK_MS_MAX = 10_000;
const PIECES = 10;

const { values } = parseArgs({
  options: {
    real: { type: "boolean" },
    kills: { type: "string", default: "100" },
    database: { type: "string", default: "both" },
    shoppers: { type: "string", default: "500" },
  },
});
const say = (line: string) => console.log(line);
const kills = Number(values.kills);
const shoppers = Number(values.shoppers);
let failed = false;

if (values.database !== "postgres") await onEmbedded();
if (values.database !== "embedded") await onPostgres();
process.exitCode = failed ? 1 : 0;

async function onEmbedded(): Promise<void> {
  await inFolder(async (dataDir) => {
    say(`Embedded database: ${kills} kills`);
    report(await runKills({ port: await freePort(), dataDir, databaseUrl: null }, kills, say));
  });
}

async function onPostgres(): Promise<void> {
  const server = await startPostgres();
  try {
    await inFolder(async (dataDir) => {
      const settings: ShopSettings = { port: await freePort(), dataDir, databaseUrl: server.url("postgres") };
      say(`PostgreSQL: ${kills} kills`);
      if (kills > 0) report(await runKills(settings, kills, say));
      say(`PostgreSQL: ${shoppers} shoppers for the last ${PIECES} pieces`);
      const race = await runLastUnits(settings, shoppers, PIECES);
      console.table([
        {
          ...race,
          audit: undefined,
          slowestMs: Math.round(race.slowestMs),
          medianMs: Math.round(race.medianMs),
        },
      ]);
      const isRight = race.orders === PIECES && race.soldOut === shoppers - PIECES && race.audit.isEqual;
      failed ||= !isRight;
    });
  } finally {
    await server.stop();
  }
}

function report(figures: KillFigures): void {
  const { audit, backMsMax, backMsMedian, booksEqualAfterMs } = figures;
  console.table([
    {
      ...figures.kills,
      ...figures.visits,
      "back ms (median)": Math.round(backMsMedian),
      "back ms (max)": Math.round(backMsMax),
      "books equal after ms": Math.round(booksEqualAfterMs),
    },
  ]);
  console.table([audit]);
  failed ||= !audit.isEqual || backMsMax > BACK_MS_MAX;
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "shop-real-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
