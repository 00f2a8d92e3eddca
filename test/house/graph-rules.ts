// The house rules for the import graph: no cycles between rooms or files, no crowded folders, no unused exports. Each
// returns sentences about violations, or none.
import path from "node:path";
import type { Import, ImportGraph } from "./import-graph.ts";

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || /^(test|e2e)\//.test(file);

const isGenerated = (file: string): boolean => /\.(gen|d)\.ts$/.test(file);

/**
 * Cycles of values between the rooms of a floor. A room is a folder directly on the floor with everything in it. A
 * single file is a room, too, so shared base files may not import from rooms.
 */
export function roomCycles(graph: ImportGraph, floor: string): string[] {
  const roomOf = (file: string) => file.slice(floor.length + 1).split("/")[0] ?? "";
  const inside = valueImports(graph).filter(({ from, to }) =>
    [from, to].every((file) => isUnder(file, floor)),
  );
  return cycles(inside, roomOf).map((cycle) => `${floor}: ${cycle}`);
}

/** Cycles of values between single files. */
export function fileCycles(graph: ImportGraph, floor: string): string[] {
  const inside = valueImports(graph).filter(({ from, to }) =>
    [from, to].every((file) => isUnder(file, floor)),
  );
  return cycles(inside, (file) => file);
}

/**
 * Folders with more code files than `most`. Tests, styles, and generated files do not count. `exempt` sets a higher
 * limit for a folder.
 */
export function crowdedFolders(
  graph: ImportGraph,
  { floors, most, exempt = {} }: { floors: string[]; most: number; exempt?: Record<string, number> },
): string[] {
  const counts = new Map<string, number>();
  for (const file of graph.sources.keys()) {
    if (isTest(file) || isGenerated(file) || !floors.some((floor) => isUnder(file, floor))) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([folder, count]) => count > (exempt[folder] ?? most));
  const needless = Object.keys(exempt).filter((folder) => (counts.get(folder) ?? 0) <= most);
  return [
    ...crowded.map(([folder, count]) => `${folder} has ${count} code files`).sort(),
    ...needless.map((folder) => `${folder} needs no exception anymore`),
  ];
}

/** Exports that the router takes from a route module by name. */
const ROUTE_EXPORTS =
  /^(default|loader|action|clientLoader|clientAction|middleware|clientMiddleware|headers|meta|links|handle|shouldRevalidate|ErrorBoundary|HydrateFallback|Layout)$/;
/** Files that the router's build finds by path. */
const ROUTER_FILES = /^src\/web\/(root\.tsx|routes\.ts|entry\.\w+\.tsx|routes\/.*\.tsx?)$/;
const ENTRY_FILES = /^src\/web\/entry\.\w+\.tsx$/;

export type ExportUse = "nobody" | "own file" | "tests";

/** Exports that no other file of the shop or its programs imports, with the places that do use them. */
export function idleExports(graph: ImportGraph, floors: string[]): { place: string; usedBy: ExportUse }[] {
  const users = new Map<string, string[]>();
  for (const { from, to, names } of graph.imports) {
    for (const name of names) users.set(`${to} ${name}`, [...(users.get(`${to} ${name}`) ?? []), from]);
  }
  return graph.exports.flatMap(({ file, name }) => {
    const isChecked = floors.some((floor) => isUnder(file, floor)) && !isTest(file) && !isGenerated(file);
    const isTheRouters = ROUTER_FILES.test(file) && (ROUTE_EXPORTS.test(name) || ENTRY_FILES.test(file));
    if (!isChecked || isTheRouters || name === "*") return [];
    const by = [...(users.get(`${file} ${name}`) ?? []), ...(users.get(`${file} *`) ?? [])];
    if (by.some((user) => !isTest(user))) return [];
    const usedBy =
      by.length > 0 ? "tests" : isMentioned(name, graph.sources.get(file) ?? "") ? "own file" : "nobody";
    return [{ place: `${file} ${name}`, usedBy }];
  });
}

/** Whether the code mentions a name outside its definition. */
function isMentioned(name: string, source: string): boolean {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
  return (
    (code.match(new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`, "g")) ?? []).length > 1
  );
}

const isUnder = (file: string, floor: string) => file.startsWith(`${floor}/`);

const valueImports = (graph: ImportGraph) =>
  graph.imports.filter(({ from, to, isTypeOnly }) => !isTypeOnly && !isTest(from) && !isTest(to));

/** For each strongly connected group: its places, and a shortest cycle with the imports that make it. */
function cycles(imports: Import[], placeOf: (file: string) => string): string[] {
  const steps = new Map<string, Map<string, Import>>();
  for (const step of imports) {
    const [from, to] = [placeOf(step.from), placeOf(step.to)];
    if (from === to && step.from !== step.to) continue;
    steps.set(from, (steps.get(from) ?? new Map()).set(to, step));
  }
  const ways = new Map([...steps.keys()].sort().map((place) => [place, waysFrom(steps, place)]));
  const told = new Set<string>();
  return [...ways].flatMap(([start, reached]) => {
    const way = told.has(start) ? undefined : reached.get(start);
    if (!way) return [];
    const knot = [...reached.keys()].filter((place) => ways.get(place)?.has(start)).sort();
    for (const place of knot) told.add(place);
    const round = [start, ...way.map(({ to }) => placeOf(to))].join(" → ");
    const proof = way.map(({ from, to }) => `${from} imports ${to}`).join("; ");
    return [`${round}${knot.length > way.length ? ` (among ${knot.join(", ")})` : ""}: ${proof}`];
  });
}

/** Every reachable place, with the imports on a shortest path to it. */
function waysFrom(steps: Map<string, Map<string, Import>>, start: string): Map<string, Import[]> {
  const ways = new Map<string, Import[]>();
  let edge: [string, Import[]][] = [[start, []]];
  while (edge.length > 0) {
    const next: [string, Import[]][] = [];
    for (const [place, way] of edge) {
      for (const [to, step] of steps.get(place) ?? []) {
        if (ways.has(to)) continue;
        ways.set(to, [...way, step]);
        next.push([to, [...way, step]]);
      }
    }
    edge = next;
  }
  return ways;
}
