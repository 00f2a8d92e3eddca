// The steps of `npm test` (full) and `npm run check` (fast); `npm test -- --all` is full with every server test on
// both databases, not only those that could differ (test/engines.ts). A failed step does not stop later ones: all of
// them run, and a summary at the end lists each result. A step that lacks something an earlier step should have
// provided (a build, a browser, a PostgreSQL) counts as failed, never as skipped.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { EVERY_ENGINE } from "#test/engines.ts";
import { findOrInstallChromium, findOrInstallServers } from "./test-machine.ts";
import {
  checkStep,
  printSummary,
  runSteps,
  type Step,
  type StepResult,
  told,
  vitestStep,
} from "./test-steps.ts";

const node = process.execPath;
const tool = (file: string, ...parameters: string[]): string[] => [
  node,
  `node_modules/${file}`,
  ...parameters,
];

/** What did not change since the last check, nor anything that it is made of, is not checked again. */
const onlyChanged = ["--incremental", "--tsBuildInfoFile", "node_modules/.cache/typescript.tsbuildinfo"];

const fastSteps: Step[] = [
  checkStep("format", [tool("@biomejs/biome/bin/biome", "check", ".")]),
  checkStep("lint", [tool("oxlint/bin/oxlint", "--deny-warnings")]),
  checkStep("types", [
    tool("@react-router/dev/bin.cjs", "typegen"),
    tool("typescript/bin/tsc", ...onlyChanged),
  ]),
  vitestStep("unit"),
];

/** A step waits for a database, a browser or the disk about half of its time, so two of them fill two cores. */
const LANES = 2;
const BROWSER_SHARDS = 6;
const POSTGRES_SHARDS = 2;

/**
 * In the order in which they start. The build comes first, because the browser waits for it; then what tells soonest;
 * then long ones before short ones, so that both lanes end at about the same time. The first part of the browser's
 * tests starts well before the others, because it makes the sample shop that they copy.
 */
function fullSteps(runFolder: string): Step[] {
  const build = told(checkStep("build", [[node, "scripts/build.mjs"]]));
  const [firstShard, ...shards] = Array.from({ length: BROWSER_SHARDS }, (_, index) =>
    vitestStep("browser", {
      shard: `${index + 1}/${BROWSER_SHARDS}`,
      prepare: async () => {
        await build.ended;
        findOrInstallServers();
        return { CHROMIUM_PATH: findOrInstallChromium(), SHOP_TEST_FOLDER: runFolder };
      },
    }),
  );
  return [
    build.step,
    ...fastSteps,
    ...(firstShard ? [firstShard] : []),
    vitestStep("simulation"),
    vitestStep("embedded", { prepare: () => ({ TEST_DATABASE: "embedded" }) }),
    ...shards,
    ...Array.from({ length: POSTGRES_SHARDS }, (_, index) =>
      vitestStep("postgres", {
        shard: `${index + 1}/${POSTGRES_SHARDS}`,
        prepare: () => {
          findOrInstallServers();
          return { TEST_DATABASE: "postgres", [EVERY_ENGINE]: isEverywhere ? "1" : "" };
        },
      }),
    ),
    vitestStep("interleaving", {
      prepare: () => {
        findOrInstallServers();
        return {};
      },
    }),
    checkStep("schema", [[node, "scripts/generate-schema.ts", "--check"]]),
    vitestStep("sandbox"),
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
  results.push(...(await runSteps(isFast ? fastSteps : fullSteps(runFolder), LANES)));
} finally {
  rmSync(runFolder, { recursive: true, force: true });
}
process.exitCode = printSummary(results) ? 0 : 1;
