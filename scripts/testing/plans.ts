// The steps of each test command, in the order in which they start. The build comes first, because the browser tests
// wait for it; then long steps before short ones, so that both lanes end at about the same time.
import { findOrInstallBrowsers, findOrInstallChromium, findOrInstallServers } from "./machine.ts";
import { checkStep, type Prepare, type Step, vitestStep, withEnd } from "./steps.ts";

export type Plan = { steps: Step[]; lanes: number; stepMinutesMax: number };
export type PlanName = keyof typeof plans;

const node = process.execPath;
const tool = (file: string, ...parameters: string[]): string[] => [
  node,
  `node_modules/${file}`,
  ...parameters,
];

/** Skips files that have not changed since the last check, nor has anything that they import. */
const onlyChanged = ["--incremental", "--tsBuildInfoFile", "node_modules/.cache/typescript.tsbuildinfo"];

const fastSteps = () => [
  checkStep("format", [tool("@biomejs/biome/bin/biome", "check", ".")]),
  checkStep("lint", [tool("oxlint/bin/oxlint", "--deny-warnings")]),
  checkStep("types", [
    tool("@react-router/dev/bin.cjs", "typegen"),
    tool("typescript/bin/tsc", ...onlyChanged),
  ]),
  vitestStep("unit"),
];

/** The same step for each part of a project's files. */
function sharded(project: string, shards: number, prepare: Prepare): Step[] {
  return Array.from({ length: shards }, (_, index) =>
    vitestStep(project, { shard: `${index + 1}/${shards}`, prepare }),
  );
}

/** The build as a step, and what steps that open its pages need: the build, a browser, a shared folder. */
function builtPages(runFolder: string) {
  const { step, ended } = withEnd(checkStep("build", [[node, "scripts/run.mjs", "build"]]));
  const pages = async () => {
    await ended;
    return { CHROMIUM_PATH: findOrInstallChromium(), SHOP_TEST_FOLDER: runFolder };
  };
  const pagesAndServers = () => {
    findOrInstallServers();
    return pages();
  };
  return { build: step, pages, pagesAndServers };
}

const servers = () => {
  findOrInstallServers();
  return {};
};

const plans = {
  /** `npm run check`. */
  check: () => fastSteps(),
  /** `npm test`: what a newcomer runs. */
  test: (runFolder: string) => {
    const { build, pages } = builtPages(runFolder);
    return [
      build,
      vitestStep("embedded", { shard: "1/2" }),
      vitestStep("journeys", { prepare: pages }),
      vitestStep("embedded", { shard: "2/2" }),
      ...fastSteps(),
      vitestStep("simulation"),
    ];
  },
  /** `npm run test:ci`: what CI adds. */
  "test:ci": (runFolder: string) => {
    const { build, pagesAndServers } = builtPages(runFolder);
    return [
      build,
      vitestStep("schedules"),
      ...sharded("browser", 4, pagesAndServers),
      vitestStep("processes", { prepare: pagesAndServers }),
      ...sharded("postgres", 2, servers),
      vitestStep("interleaving", { prepare: servers }),
      vitestStep("sandbox"),
      checkStep("schema", [[node, "scripts/generate-schema.ts", "--check"]], servers),
    ];
  },
  /** `npm run nightly`: everything else. */
  nightly: (runFolder: string) => {
    const { build, pages, pagesAndServers } = builtPages(runFolder);
    const program = (name: string, ...words: string[]) =>
      checkStep(name, [[node, "scripts/run.mjs", ...words]], servers);
    return [
      build,
      vitestStep("engines", { prepare: servers }),
      vitestStep("browser-nightly", { prepare: pagesAndServers }),
      program("schedules", "simulate", "--runs", "10000"),
      program("seeded-bugs", "simulate", "--mutants"),
      program("interleavings", "simulate", "--interleave", "--runs", "2000"),
      program("kills", "simulate", "--real"),
      checkStep("fuzz", [[node, "programs/fuzz/main.ts", "--runs", "2000"]], pagesAndServers),
      checkStep("browsers", [[node, "programs/browsers/main.ts"]], async () => {
        findOrInstallBrowsers();
        return pagesAndServers();
      }),
      checkStep("image", [[node, "scripts/rehearse-image.ts"]], servers),
      checkStep("pictures", [[node, "scripts/shop-picture.ts"]], pages),
    ];
  },
};

/**
 * `lanes`: how many steps keep two cores busy. CI's steps wait for a browser, a database, or a process about half of
 * their time. `stepMinutesMax`: a step that takes longer is stuck.
 */
const LIMITS: Record<PlanName, { lanes: number; stepMinutesMax: number }> = {
  check: { lanes: 2, stepMinutesMax: 5 },
  test: { lanes: 2, stepMinutesMax: 10 },
  "test:ci": { lanes: 3, stepMinutesMax: 15 },
  nightly: { lanes: 1, stepMinutesMax: 240 },
};

export function isPlan(name: string): name is PlanName {
  return Object.hasOwn(plans, name);
}

/** `runFolder`: where the browser tests keep the sample shop that they copy. */
export function planOf(name: PlanName, runFolder: string): Plan {
  return { steps: plans[name](runFolder), ...LIMITS[name] };
}
