// The house rules applied to the shop's own import graph; import-graph.unit.test.ts shows that each can fail. An export
// used only by tests or its own file is allowed.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { crowdedFolders, fileCycles, idleExports, roomCycles } from "./graph-rules.ts";
import { readAliases, readGraph, readSources } from "./import-graph.ts";

const root = path.join(import.meta.dirname, "../..");
const graph = readGraph(readSources(root), readAliases(root));
const floors = ["src", "programs"];

/** A folder stays flat while its files fit in one glance: about fourteen. */
const FOLDER_FILES_MAX = 15;

test("the house test looks at the whole shop", () => {
  expect(graph.sources.size).toBeGreaterThan(500);
  expect(graph.imports.some(({ to }) => to === "src/server/core/shop.ts")).toBe(true);
  expect(graph.imports.some(({ to }) => to === "src/web/routes.ts")).toBe(true);
});

describe("the shop keeps the rules of the house", () => {
  test.each(["src/server", "src/domain", "src/web", "src/web/storefront", "src/web/admin"])(
    "no two rooms of %s import values from each other",
    (floor) => {
      expect(roomCycles(graph, floor)).toEqual([]);
    },
  );

  test("no two files of the shop import values from each other", () => {
    expect(floors.flatMap((floor) => fileCycles(graph, floor))).toEqual([]);
  });

  test("no folder is crowded", () => {
    expect(crowdedFolders(graph, { floors, most: FOLDER_FILES_MAX })).toEqual([]);
  });

  test("no export is unused", () => {
    const dead = idleExports(graph, floors).filter(({ usedBy }) => usedBy === "nobody");
    expect(dead.map(({ place }) => place)).toEqual([]);
  });
});
