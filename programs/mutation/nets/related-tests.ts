// Which tests and programs a mutant can reach, nearest first: the tests of its room, those that import its file, those of
// the rooms that import it. For an SQL function: those of the files that name it, or else of its tables.
import { readFileSync } from "node:fs";
import path from "node:path";
import { filesOnBoth, filesOnPostgresAlone } from "#test/engines.ts";
import { type ImportGraph, readAliases, readGraph, readSources } from "#test/import-graph.ts";
import { listFiles, roomOf } from "../areas.ts";

export type Projects = Record<"unit" | "embedded" | "postgres", string[]>;
export type Related = {
  testsOf: (file: string) => Projects;
  reaches: (program: string, file: string) => boolean;
};

const isTest = (file: string) =>
  /^(src|test)\/.*\.test\.ts$/.test(file) && !/\.browser\.test\.ts$/.test(file);
/** Nearly every test names these; they say nothing about which test is near. */
const ENOUGH_TESTS = 4;
const STEPS_MAX = 4;
const COMMON_TABLES = new Set(["orders", "products", "checkouts"]);

export function findRelated(root: string): Related {
  const graph = readGraph(readSources(root), readAliases(root));
  const tests = [...graph.sources.keys()].filter(isTest).sort();
  const functions = new Map(
    [...listFiles(root).keys()]
      .filter((file) => file.endsWith(".sql"))
      .map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
  );
  const server = ["src/server/**/*.test.ts", "src/process/**/*.test.ts", "test/**/*.test.ts"];
  const alone = new Set(filesOnPostgresAlone(root, server));
  const both = new Set(filesOnBoth(root, server));
  const near = new Map<string, string[]>();
  const testsOf = (file: string): Projects => {
    const found = near.get(file) ?? (file.endsWith(".sql") ? ofFunction(file) : ofFile(file));
    near.set(file, found);
    const isUnit = (test: string) => /\.unit\.test\.ts$|^src\/(domain|web)\//.test(test);
    return {
      unit: found.filter(isUnit),
      embedded: found.filter((test) => !isUnit(test) && !alone.has(test)),
      postgres: found.filter((test) => !isUnit(test) && (both.has(test) || alone.has(test))),
    };
  };
  const inRoom = (room: string) =>
    tests.filter((test) => room !== "src/server" && test.startsWith(`${room}/`));
  const ofFile = (file: string): string[] => aroundFiles(graph, [file], inRoom);
  const ofFunction = (file: string): string[] => {
    const text = functions.get(file) ?? "";
    const name = path.basename(file, ".sql").replaceAll("-", "_");
    const naming = tests.filter((test) => mentions(graph.sources.get(test) ?? "", [name]));
    const around = aroundFiles(graph, callersOf(name, graph, functions), inRoom);
    const found = [...new Set([...naming, ...around])];
    if (found.length >= ENOUGH_TESTS) return found;
    const tables = [...text.matchAll(/\b(?:update|into|from|join|on)\s+([a-z_]{4,})/g)].map(
      ([, table]) => table ?? "",
    );
    const own = tables.filter((table) => !COMMON_TABLES.has(table));
    const touching = (words: string[]) =>
      tests.filter((test) => mentions(graph.sources.get(test) ?? "", words));
    const near = [...new Set([...found, ...touching(own)])];
    // A function of triggers on the common tables alone: whatever sells something is near it.
    return near.length > 0 ? near : [...inRoom("src/server/orders"), ...touching([...COMMON_TABLES])];
  };
  return { testsOf, reaches: (program, file) => file.endsWith(".sql") || reach(graph, program).has(file) };
}

/** Tests of the files' rooms and of their importers' rooms, and so on, until there are some. */
function aroundFiles(graph: ImportGraph, files: string[], inRoom: (room: string) => string[]): string[] {
  const found = new Set<string>();
  let level = files;
  for (let step = 0; step < STEPS_MAX && found.size < ENOUGH_TESTS && level.length > 0; step += 1) {
    const importers = graph.imports
      .filter(({ to, isTypeOnly }) => level.includes(to) && !isTypeOnly)
      .map(({ from }) => from);
    for (const test of importers.filter(isTest)) found.add(test);
    // Of the processes only the tests that import them: the others start whole shops.
    const rooms = level.filter((file) => file.startsWith("src/server/")).map(roomOf);
    for (const test of rooms.flatMap(inRoom)) found.add(test);
    level = [...new Set(importers.filter((file) => !isTest(file)))];
  }
  return [...found];
}

/** The files of TypeScript that call a function, straight or through other functions. */
function callersOf(name: string, graph: ImportGraph, functions: Map<string, string>): string[] {
  const names = new Set([name]);
  for (const called of names)
    for (const [file, text] of functions)
      if (mentions(text, [called])) names.add(path.basename(file, ".sql").replaceAll("-", "_"));
  const straight = [...graph.sources].filter(([, source]) => mentions(source, [name])).map(([file]) => file);
  const all = [...graph.sources].filter(([, source]) => mentions(source, [...names])).map(([file]) => file);
  const ofServer = (files: string[]) =>
    files.filter((file) => file.startsWith("src/server/") && !/\.(test|gen)\.ts$/.test(file));
  return ofServer(straight).length > 0 ? ofServer(straight) : ofServer(all);
}

function mentions(text: string, words: string[]): boolean {
  return words.some((word) => new RegExp(`\\b${word}\\b`).test(text));
}

const reached = new WeakMap<ImportGraph, Map<string, Set<string>>>();

/** Everything that a program loads. */
function reach(graph: ImportGraph, program: string): Set<string> {
  const known = reached.get(graph) ?? new Map<string, Set<string>>();
  reached.set(graph, known);
  const before = known.get(program);
  if (before) return before;
  const targets = Map.groupBy(
    graph.imports.filter(({ isTypeOnly }) => !isTypeOnly),
    ({ from }) => from,
  );
  const found = new Set([program]);
  for (const file of found) for (const { to } of targets.get(file) ?? []) found.add(to);
  known.set(program, found);
  return found;
}
