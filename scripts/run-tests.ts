// The steps of `npm test` (full) and `npm run check` (fast); `npm test -- --all` is full with every server test on
// both databases, not only those that could differ (test/engines.ts). A failed step does not hide the later ones: all
// of them run, and one summary at the end says what each did. Steps that need something that an earlier
// step could not provide (a build, a browser, a PostgreSQL) count as failed, never as skipped.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { EVERY_ENGINE } from "../test/engines.ts";
import { findOrInstallChromium, findOrInstallPostgres } from "./test-machine.ts";
import { checkStep, printSummary, runLanes, type Step, type StepResult, vitestStep } from "./test-steps.ts";

const node = process.execPath;
const tool = (file: string, ...parameters: string[]): string[] => [
  node,
  `node_modules/${file}`,
  ...parameters,
];

const fastSteps: Step[] = [
  checkStep("format", [tool("@biomejs/biome/bin/biome", "check", ".")]),
  checkStep("lint", [tool("oxlint/bin/oxlint", "--deny-warnings")]),
  checkStep("types", [tool("@react-router/dev/bin.cjs", "typegen"), tool("typescript/bin/tsc")]),
  vitestStep("unit"),
];

/** Neither lane fills two cores alone: the one waits for a database, the other for a browser. */
function slowLanes(runFolder: string): Step[][] {
  return [
    [
      vitestStep("simulation"),
      vitestStep("embedded", () => ({ TEST_DATABASE: "embedded" })),
      vitestStep("postgres", () => {
        findOrInstallPostgres();
        return { TEST_DATABASE: "postgres", [EVERY_ENGINE]: isEverywhere ? "1" : "" };
      }),
      checkStep("schema", [[node, "scripts/generate-schema.ts", "--check"]]),
      vitestStep("sandbox"),
    ],
    [vitestStep("browser", () => ({ CHROMIUM_PATH: findOrInstallChromium(), SHOP_TEST_FOLDER: runFolder }))],
  ];
}

const [extent, ...parameters] = process.argv.slice(2);
const isFast = extent === "fast";
const isEverywhere = parameters.includes("--all");
const strange = parameters.filter((parameter) => parameter !== "--all" || isFast);
if (strange.length > 0) {
  console.error(`Not understood: ${strange.join(" ")}. npm test takes --all, npm run check takes nothing.`);
  process.exit(2);
}
const runFolder = mkdtempSync(path.join(tmpdir(), "shop-test-run-"));
const results: StepResult[] = [];
try {
  results.push(...(await runLanes([fastSteps])));
  if (!isFast) {
    results.push(...(await runLanes([[checkStep("build", [[node, "scripts/build.mjs"]])]])));
    results.push(...(await runLanes(slowLanes(runFolder))));
  }
} finally {
  rmSync(runFolder, { recursive: true, force: true });
}
process.exitCode = printSummary(results) ? 0 : 1;
