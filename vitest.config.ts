import { defineConfig } from "vitest/config";

const setupFiles = ["test/house/fail-on-console-error.ts"];
const server = ["src/server/**/*.test.ts", "src/process/**/*.test.ts", "test/**/*.test.ts"];
/** These run only where their name says. */
const elsewhere = ["**/*.{unit,process,postgres,nightly,browser}.test.ts"];
const ONE_WORKER = { isolate: false, maxWorkers: 1 };

/** A busy machine is not a failure. */
const patient = { poll: { timeout: 20_000 } };

/** Tests of one kind. Its files share a process and no state. */
function project(name: string, test: { include: string[]; [option: string]: unknown }) {
  return {
    test: { name, environment: "node" as const, setupFiles, expect: patient, isolate: false, ...test },
  };
}

/** Tests of the server on a database (test/database/databases.ts): one worker, with one engine that is emptied before each test. */
function onDatabase(name: string, include: string[], exclude: string[] = []) {
  const timeouts = { testTimeout: 90_000, hookTimeout: 120_000 };
  return project(name, {
    include,
    exclude,
    globalSetup: ["test/database/databases.ts"],
    ...timeouts,
    ...ONE_WORKER,
  });
}

/** Journeys in Chromium against the built shop, one after the other. */
function inBrowser(name: string, include: string[], exclude: string[] = []) {
  const timeouts = { testTimeout: 240_000, hookTimeout: 180_000 };
  return project(name, { include, exclude, fileParallelism: false, ...timeouts, ...ONE_WORKER });
}

const unit = [
  "src/{domain,web}/**/*.test.ts",
  "{sample,scripts}/**/*.test.ts",
  "{src,programs,test}/**/*.unit.test.ts",
];
const long = { testTimeout: 120_000, ...ONE_WORKER };
const programs = "programs/simulation/**/*";

export default defineConfig({
  test: {
    projects: [
      // `npm test`
      project("unit", { include: unit, exclude: ["**/*.{process,browser}.test.ts"], testTimeout: 30_000 }),
      onDatabase("embedded", server, elsewhere),
      inBrowser("journeys", ["e2e/journeys/*.test.ts"]),
      project("simulation", {
        include: [`${programs}.test.ts`],
        exclude: ["**/*.{unit,ci}.test.ts"],
        ...long,
      }),
      // `npm run test:ci`
      project("schedules", { include: [`${programs}.ci.test.ts`], ...long }),
      onDatabase("postgres", ["{src,test}/**/*.postgres.test.ts"]),
      onDatabase("processes", ["{src,scripts,test,programs}/**/*.process.test.ts"]),
      inBrowser("browser", ["e2e/*.test.ts", "{src,programs}/**/*.browser.test.ts"]),
      project("interleaving", {
        include: ["programs/interleaving/**/*.test.ts"],
        exclude: ["**/*.unit.test.ts"],
        ...long,
      }),
      project("sandbox", {
        include: ["programs/sandbox/**/*.test.ts"],
        exclude: ["**/*.browser.test.ts"],
        isolate: true,
        testTimeout: 30_000,
      }),
      // `npm run nightly`
      onDatabase("engines", server, ["**/*.{unit,process,browser}.test.ts"]),
      inBrowser("browser-nightly", ["e2e/nightly/*.test.ts"]),
    ],
  },
});
