// `npm run bench [-- PART …] [--json FILE] [--compare FILE]`: the shop's performance budgets, each as a ratio to
// something measured in the same run, or as processor time, memory and counts. Without a part it measures all of them
// (parts.ts); --compare names what an earlier run wrote, and fails on what got worse beyond noise. --products 1000,10000,100000
// and --orders 10000,100000 say how large the shops of the part `growth` are.
// Needs the built pages, PostgreSQL's server programs and Linux (processor time is read from /proc).
// Exit codes: 0 every figure is within its budget, none got worse, and none of the earlier run is missing; 1 otherwise;
// 2 wrong parameters.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Misused, readCommandLine, refuseUnknown, wholeNumber } from "../command-line.ts";
import { changesOf, compare, type Figure, isMissed, missingFrom, tableOf } from "./figures.ts";
import type { PartName } from "./parts.ts";

type Report = { at: string; figures: Figure[] };

const say = (line: string) => console.log(line);
const USAGE = "npm run bench [-- PART …] [--json FILE] [--compare FILE] [--products N,…] [--orders N,…]";
const { values, positionals } = readCommandLine(USAGE, {
  allowPositionals: true,
  options: {
    json: { type: "string", default: "test-results/bench.json" },
    compare: { type: "string" },
    products: { type: "string", default: "1000,10000,100000" },
    orders: { type: "string", default: "100000" },
  },
});
const numbersOf = (name: "products" | "orders") =>
  values[name].split(",").map((number) => wholeNumber(name, number));
const growth = { products: numbersOf("products"), orders: numbersOf("orders") };

// What takes seconds to load comes after the command line was understood.
const { startPostgres } = await import("#test/postgres.ts");
const { partNames, parts } = await import("./parts.ts");
const { StatementLog } = await import("./statement-log.ts");
refuseUnknown("part", positionals, partNames);
const isPart = (name: string): name is PartName => name in parts;
const wanted = positionals.filter(isPart);
const before = values.compare === undefined ? null : readReport(values.compare);

const log = new StatementLog();
const postgres = await startPostgres({ hear: log.hear });
const folder = mkdtempSync(path.join(tmpdir(), "shop-bench-"));
try {
  const figures: Figure[] = [];
  for (const name of wanted.length > 0 ? wanted : partNames) {
    say(`${name}: ${parts[name].says} …`);
    figures.push(...(await parts[name].measure({ postgres, log, folder, growth, say })));
  }
  say(`\n${tableOf(figures)}\n`);
  const report: Report = { at: new Date().toISOString(), figures };
  mkdirSync(path.dirname(path.resolve(values.json)), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  say(`Written to ${values.json}`);
  const changes = before === null ? [] : compare(before.figures, figures);
  if (before !== null) say(`\nSince ${before.at}:\n${changesOf(changes)}`);
  // Who names parts wants no others.
  const missing = before === null || wanted.length > 0 ? [] : missingFrom(before.figures, figures);
  for (const name of missing) say(`NOT MEASURED, and then it was: ${name}`);
  const isWorse = missing.length > 0 || changes.some((change) => change.isWorse);
  process.exitCode = figures.some(isMissed) || isWorse ? 1 : 0;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Refuses a file that is none of an earlier run: a comparison with nothing says nothing. */
function readReport(file: string): Report {
  try {
    const report: Report = JSON.parse(readFileSync(file, "utf8"));
    if (report.figures.every(({ name, value }) => typeof name === "string" && typeof value === "number"))
      return report;
  } catch {}
  throw new Misused(`${file} is no file that an earlier run wrote with --json.`);
}
