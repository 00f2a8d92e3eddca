import { defineConfig } from "vitest/config";
import { EVERY_ENGINE, filesOnBoth, filesOnPostgresAlone } from "#test/engines.ts";

const setupFiles = ["test/fail-on-console-error.ts"];
const server = ["src/server/**/*.test.ts", "src/process/**/*.test.ts", "test/**/*.test.ts"];
const unit = [
  "src/domain/**/*.test.ts",
  "src/web/**/*.test.ts",
  "sample/**/*.test.ts",
  "scripts/**/*.test.ts",
];

/** A busy machine is not a failure. */
const patient = { poll: { timeout: 20_000 } };

/** Server tests on one database (test/engines.ts says which). One worker with one engine; files don't share state. */
function onDatabase(name: "embedded" | "postgres") {
  const isEverywhere = name === "embedded" || process.env[EVERY_ENGINE] === "1";
  const alone = filesOnPostgresAlone(import.meta.dirname, server);
  return {
    test: {
      name,
      environment: "node" as const,
      setupFiles,
      globalSetup: ["test/databases.ts"],
      include: isEverywhere ? server : [...filesOnBoth(import.meta.dirname, server), ...alone],
      exclude: ["**/*.browser.test.ts", "**/*.unit.test.ts", ...(name === "embedded" ? alone : [])],
      expect: patient,
      testTimeout: 90_000,
      hookTimeout: 120_000,
      isolate: false,
      maxWorkers: 1,
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          setupFiles,
          include: [...unit, "{src,programs,test}/**/*.unit.test.ts"],
          exclude: ["**/*.browser.test.ts"],
          expect: patient,
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        test: {
          name: "sandbox",
          environment: "node",
          setupFiles,
          include: ["programs/sandbox/**/*.test.ts"],
          exclude: ["**/*.browser.test.ts"],
          expect: patient,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "simulation",
          environment: "node",
          setupFiles,
          include: ["programs/{simulation,power}/**/*.test.ts"],
          exclude: ["**/*.unit.test.ts"],
          expect: patient,
          testTimeout: 120_000,
          isolate: false,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: "interleaving",
          environment: "node",
          setupFiles,
          include: ["programs/interleaving/**/*.test.ts"],
          exclude: ["**/*.unit.test.ts"],
          expect: patient,
          testTimeout: 120_000,
          isolate: false,
          maxWorkers: 1,
        },
      },
      onDatabase("embedded"),
      onDatabase("postgres"),
      {
        test: {
          name: "browser",
          environment: "node",
          setupFiles,
          include: ["e2e/**/*.test.ts", "{src,programs}/**/*.browser.test.ts"],
          testTimeout: 240_000,
          hookTimeout: 180_000,
          expect: patient,
          isolate: false,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
