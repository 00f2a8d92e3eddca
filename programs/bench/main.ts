// `npm run bench [-- PART …] [--json FILE]`: the shop's performance budgets, each as a ratio to something measured in the
// same run, or as processor time and bytes. Without a part it measures all of them (parts.ts), prints a table, and
// writes JSON. Needs the built pages, PostgreSQL's server programs and Linux (processor time is read from /proc).
// Exit codes: 0 every figure is within its budget; 1 otherwise; 2 wrong parameters.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readCommandLine, refuseUnknown } from "../command-line.ts";
import { type Figure, isMissed, tableOf } from "./figures.ts";
import type { PartName } from "./parts.ts";

const say = (line: string) => console.log(line);
const { values, positionals } = readCommandLine("npm run bench [-- PART …] [--json FILE]", {
  allowPositionals: true,
  options: { json: { type: "string", default: "test-results/bench.json" } },
});

// What takes seconds to load comes after the command line was understood.
const { startPostgres } = await import("#test/servers/postgres.ts");
const { partNames, parts } = await import("./parts.ts");
refuseUnknown("part", positionals, partNames);
const isPart = (name: string): name is PartName => name in parts;
const wanted = positionals.filter(isPart);

const postgres = await startPostgres();
const folder = mkdtempSync(path.join(tmpdir(), "shop-bench-"));
try {
  const figures: Figure[] = [];
  for (const name of wanted.length > 0 ? wanted : partNames) {
    say(`${name}: ${parts[name].says} …`);
    figures.push(...(await parts[name].measure({ postgres, folder, say })));
  }
  say(`\n${tableOf(figures)}\n`);
  mkdirSync(path.dirname(path.resolve(values.json)), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify({ at: new Date().toISOString(), figures }, null, 2)}\n`);
  say(`Written to ${values.json}`);
  process.exitCode = figures.some(isMissed) ? 1 : 0;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
