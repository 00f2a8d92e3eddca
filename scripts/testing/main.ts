// Runs the steps of `npm test`, `npm run test:ci`, `npm run check`, or `npm run nightly` (plans.ts). `npm run nightly
// -- fuzz kills` runs only these parts. A failing step does not stop the others, and a summary at the end lists each
// result. A step that lacks something (a build, a browser, PostgreSQL) counts as failed, never as skipped.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isPlan, planOf } from "./plans.ts";
import { printSummary, runSteps } from "./steps.ts";

const [name = "", ...parts] = process.argv.slice(2);
if (!isPlan(name)) throw new Error(`There is no plan ${name}.`);
const runFolder = mkdtempSync(path.join(tmpdir(), "shop-test-run-"));
process.once("exit", () => rmSync(runFolder, { recursive: true, force: true }));
// Exits through "exit", which also stops the steps.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

const { steps, lanes, stepMinutesMax } = planOf(name, runFolder);
const names = [...new Set(steps.map((step) => step.name))];
const unknown = parts.filter((part) => name !== "nightly" || !names.includes(part));
if (unknown.length > 0) {
  const known = name === "nightly" ? `The parts are ${names.join(", ")}.` : "It takes no parameters.";
  console.error(`Not understood: ${unknown.join(" ")}. ${known}`);
  process.exit(2);
}
const wanted =
  parts.length === 0 ? steps : steps.filter((step) => step.name === "build" || parts.includes(step.name));
const results = await runSteps(wanted, { lanes, stepMinutesMax });
process.exitCode = printSummary(results) ? 0 : 1;
