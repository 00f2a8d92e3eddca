// The test files that may meet a mutant, and which programs load a file.
import { readFileSync } from "node:fs";
import path from "node:path";
import { filesOnBoth, filesOnPostgresAlone } from "#test/engines.ts";
import { type ImportGraph, readAliases, readGraph, readSources } from "#test/import-graph.ts";
import type { Project } from "./tests.ts";

export type Related = {
  /** The tests of the server and its processes, by what they run on. */
  tests: Record<Project, string[]>;
  /** On PostgreSQL and nowhere else. */
  alone: string[];
  /** Whether a program loads a file; functions of the database belong to all. */
  loads: (program: string, file: string) => boolean;
};

export function findRelated(root: string): Related {
  const graph = readGraph(readSources(root), readAliases(root));
  const isTest = (file: string) => /\.test\.ts$/.test(file) && !/\.browser\.test\.ts$/.test(file);
  const server = ["src/server/**/*.test.ts", "src/process/**/*.test.ts", "test/**/*.test.ts"];
  // Tests of the command line start it as a program: they are slow, and nothing tells what that program runs.
  const startsPrograms = (file: string) => file.startsWith("src/process/cli/");
  const isOurs = (file: string) => /^(src\/server|src\/process|test)\//.test(file) && !startsPrograms(file);
  const tests = [...graph.sources.keys()].filter((file) => isTest(file) && isOurs(file));
  const alone = filesOnPostgresAlone(root, server)
    .filter((file) => isTest(file) && isOurs(file))
    .sort();
  const isUnit = (file: string) => file.endsWith(".unit.test.ts");
  const whole = tests.filter((file) => !isUnit(file));
  return {
    tests: {
      unit: tests.filter((file) => isUnit(file) && file.startsWith("src/")).sort(),
      embedded: whole.filter((file) => !alone.includes(file)).sort(),
      postgres: [...filesOnBoth(root, server).filter((file) => tests.includes(file)), ...alone].sort(),
    },
    alone,
    loads: (program, file) => file.endsWith(".sql") || loadedBy(graph, program).has(file),
  };
}

export function readAll(root: string, files: string[]): Map<string, string> {
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
}

const known = new WeakMap<ImportGraph, Map<string, Set<string>>>();

function loadedBy(graph: ImportGraph, program: string): Set<string> {
  const programs = known.get(graph) ?? new Map<string, Set<string>>();
  known.set(graph, programs);
  const before = programs.get(program);
  if (before) return before;
  const targets = Map.groupBy(
    graph.imports.filter(({ isTypeOnly }) => !isTypeOnly),
    ({ from }) => from,
  );
  const found = new Set([program]);
  for (const file of found) for (const { to } of targets.get(file) ?? []) found.add(to);
  programs.set(program, found);
  return found;
}
