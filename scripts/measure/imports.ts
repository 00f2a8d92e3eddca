// Prints what the rules of the import graph find, including exports that only tests or their own file use:
// node scripts/measure/imports.ts
import path from "node:path";
import { crowdedFolders, fileCycles, idleExports, roomCycles } from "#test/graph-rules.ts";
import { readAliases, readGraph, readSources } from "#test/import-graph.ts";

const root = path.join(import.meta.dirname, "../..");
const graph = readGraph(readSources(root), readAliases(root));
const floors = ["src", "programs"];

const idle = idleExports(graph, floors);
const chapters: Record<string, string[]> = {
  "cycles between rooms": ["src/server", "src/domain", "src/web"].flatMap((floor) =>
    roomCycles(graph, floor),
  ),
  "cycles between files": fileCycles(graph, "src"),
  "folders of more than 16 code files": crowdedFolders(graph, { floors, most: 16 }),
  ...Object.fromEntries(
    (["nobody", "tests", "own file"] as const).map((user) => [
      `exports used by: ${user}`,
      idle.filter(({ usedBy }) => usedBy === user).map(({ place }) => place),
    ]),
  ),
};
for (const [title, found] of Object.entries(chapters)) {
  console.log(`${title} (${found.length})\n${found.map((line) => `  ${line}`).join("\n")}\n`);
}
