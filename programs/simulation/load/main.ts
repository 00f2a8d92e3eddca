// `npm run simulate -- --load [--shoppers N] [--minutes N]`
// A crowd on the built shop with PostgreSQL, and faults every 20 seconds; prints one table at the end.
// Exit codes: 0 every figure has its required value, 1 one was missed, 2 the options were not understood.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, startPostgres } from "#test/postgres.ts";
import { Misused, readCommandLine, wholeNumber } from "../../command-line.ts";
import { type LoadFigures, runLoad } from "./load-run.ts";

const USAGE = "npm run simulate -- --load [--shoppers N] [--minutes N]";
const MEMORY_GROWTH_MAX = 1.1;

const { values } = readCommandLine(USAGE, {
  options: {
    load: { type: "boolean" },
    shoppers: { type: "string", default: "200" },
    minutes: { type: "string", default: "10" },
  },
});
const [shoppers, minutes] = [wholeNumber("shoppers", values.shoppers), Number(values.minutes)];
if (!(minutes > 0)) throw new Misused(`--minutes takes a number above 0, not "${values.minutes}".`);
process.exitCode = await main({ shoppers, minutes });

async function main(wanted: { shoppers: number; minutes: number }): Promise<number> {
  const server = await startPostgres();
  const dataDir = mkdtempSync(path.join(tmpdir(), "shop-load-"));
  try {
    const settings = { port: await freePort(), dataDir, databaseUrl: server.url("postgres") };
    const figures = await runLoad(settings, server, wanted, (line) => console.log(line));
    const missed = report(figures);
    for (const what of new Set(figures.unexplained)) console.log(`unexplained  ${what}`);
    return missed === 0 ? 0 : 1;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Prints the table; answers how many figures were missed. */
function report(figures: LoadFigures): number {
  const { audit } = figures;
  const rows: [name: string, value: string | number, isRight: boolean][] = [
    ["shoppers", figures.shoppers, true],
    ["minutes", figures.minutes, true],
    ["answers", figures.answers, figures.answers > 0],
    ["faults", figures.faults, true],
    ["failures near a fault", figures.explained, true],
    [
      "failures that nothing explains (wanted 0)",
      figures.unexplained.length,
      figures.unexplained.length === 0,
    ],
    ["median answer", `${figures.medianMs.toFixed(0)} ms`, true],
    ["slowest answer", `${(figures.slowestMs / 1_000).toFixed(1)} s`, true],
    ["memory", `${figures.memoryMegabytes.toFixed(0)} MB`, true],
    [
      `memory, last third / second third (wanted <= ${MEMORY_GROWTH_MAX})`,
      figures.memoryGrowth.toFixed(3),
      figures.memoryGrowth <= MEMORY_GROWTH_MAX,
    ],
    ["payments that succeeded (wanted > 0)", audit.succeeded, audit.succeeded > 0],
    ["orders (wanted as many)", audit.orders, audit.orders === audit.succeeded],
    ["lost", audit.lost, audit.lost === 0],
    ["doubled", audit.doubled, audit.doubled === 0],
    [
      "wrong amounts, stock, or holds",
      audit.wrongAmounts + audit.stockWrong + audit.holdsWrong,
      audit.isEqual,
    ],
    [
      "books equal after",
      figures.booksEqualAfterMs === null ? "never" : `${(figures.booksEqualAfterMs / 1_000).toFixed(1)} s`,
      figures.booksEqualAfterMs !== null,
    ],
  ];
  for (const [name, value, isRight] of rows)
    console.log(`${isRight ? "  " : "✗ "}${name.padEnd(55)} ${value}`);
  const missed = rows.filter(([, , isRight]) => !isRight).length;
  console.log(missed === 0 ? "\nEvery figure is what it has to be." : `\nMISSED: ${missed}`);
  return missed;
}
