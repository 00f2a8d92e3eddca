// The house rules for the import graph, each broken on purpose in a small tree in memory.
import { describe, expect, test } from "vitest";
import { crowdedFolders, fileCycles, idleExports, roomCycles } from "./graph-rules.ts";
import { type ImportGraph, readGraph } from "./import-graph.ts";

const ALIASES = { "#domain/*": "./src/domain/*", "#server/*": "./src/server/*" };

function graphOf(files: Record<string, string>): ImportGraph {
  return readGraph(new Map(Object.entries(files)), ALIASES);
}

const empty = "export {};";

describe("rooms", () => {
  test("two rooms that import values from each other are a cycle, reported with the imports that make it", () => {
    const graph = graphOf({
      "src/server/orders/ship.ts": `import { send } from "../mail/letters/send.ts";`,
      "src/server/mail/letters/send.ts": "export const send = 1;",
      "src/server/mail/queue.ts": `import { load } from "#server/orders/load.ts";`,
      "src/server/orders/load.ts": "export const load = 1;",
    });
    expect(roomCycles(graph, "src/server")).toEqual([
      "src/server: mail → orders → mail: src/server/mail/queue.ts imports src/server/orders/load.ts; " +
        "src/server/orders/ship.ts imports src/server/mail/letters/send.ts",
    ]);
    expect(fileCycles(graph, "src")).toEqual([]);
  });

  test("a long cycle of rooms is found, and a room outside it is not blamed", () => {
    const graph = graphOf({
      "src/domain/cart/a.ts": `export * from "../order/b.ts";`,
      "src/domain/order/b.ts": `const later = () => import("../money/c.ts");`,
      "src/domain/money/c.ts": `import "../cart/d.ts"; import "../text/e.ts";`,
      "src/domain/cart/d.ts": empty,
      "src/domain/text/e.ts": empty,
    });
    expect(roomCycles(graph, "src/domain")).toEqual([
      expect.stringMatching(/^src\/domain: cart → order → money → cart: /),
    ]);
    expect(roomCycles(graph, "src/domain").join()).not.toContain("text");
  });

  test("a single file counts as a room", () => {
    const graph = graphOf({
      "src/server/shop.ts": `import { open } from "./db/open.ts";`,
      "src/server/db/open.ts": `export const open = 1;`,
      "src/server/db/migrate.ts": `import { shop } from "../shop.ts";`,
    });
    expect(roomCycles(graph, "src/server")).toEqual([expect.stringContaining("db → shop.ts → db")]);
  });

  test("types, tests and a room's own files make no cycle", () => {
    const graph = graphOf({
      "src/server/orders/ship.ts": `import { send } from "../mail/send.ts"; import "./load.ts";`,
      "src/server/orders/load.ts": empty,
      "src/server/mail/send.ts": `import type { Order } from "../orders/ship.ts"; export type { Order } from "../orders/load.ts"; export const send = 1;`,
      "src/server/mail/send.test.ts": `import "../orders/ship.ts";`,
    });
    expect(roomCycles(graph, "src/server")).toEqual([]);
  });

  test("an import of only inline types loads the file, so it counts toward a cycle", () => {
    const graph = graphOf({
      "src/web/cart/a.ts": `import { type B } from "../layout/b.ts";`,
      "src/web/layout/b.ts": `import "../cart/a.ts"; export type B = 1;`,
    });
    expect(roomCycles(graph, "src/web")).toHaveLength(1);
  });
});

describe("files", () => {
  test("files that import values from each other are a cycle, even within a room, and so is one that imports itself", () => {
    const graph = graphOf({
      "src/server/mail/a.ts": `import "./b.ts";`,
      "src/server/mail/b.ts": `import "./a.ts";`,
      "src/server/mail/c.ts": `import "./c.ts";`,
    });
    expect(fileCycles(graph, "src")).toEqual([
      expect.stringContaining("src/server/mail/a.ts → src/server/mail/b.ts → src/server/mail/a.ts"),
      expect.stringContaining("src/server/mail/c.ts → src/server/mail/c.ts"),
    ]);
  });
});

describe("folders", () => {
  const room = Object.fromEntries(
    Array.from({ length: 3 }, (_, file) => [`src/domain/room/${file}.ts`, empty]),
  );

  test("a folder with one code file too many is reported", () => {
    const graph = graphOf(room);
    expect(crowdedFolders(graph, { floors: ["src"], most: 3 })).toEqual([]);
    expect(crowdedFolders(graph, { floors: ["src"], most: 2 })).toEqual(["src/domain/room has 3 code files"]);
  });

  test("tests, styles, generated files, and inner folders don't count toward the size of a folder", () => {
    const graph = graphOf({
      ...room,
      "src/domain/room/0.test.ts": empty,
      "src/domain/room/schema.gen.ts": empty,
      "src/domain/room/inner/4.ts": empty,
    });
    expect(crowdedFolders(graph, { floors: ["src"], most: 3 })).toEqual([]);
  });

  test("an exception for a crowded folder sets a limit, and must go when it is not needed", () => {
    const check = (most: number, exempt: Record<string, number>) =>
      crowdedFolders(graphOf(room), { floors: ["src"], most, exempt });
    expect(check(2, { "src/domain/room": 3 })).toEqual([]);
    expect(check(1, { "src/domain/room": 2 })).toEqual(["src/domain/room has 3 code files"]);
    expect(check(3, { "src/domain/room": 4 })).toEqual(["src/domain/room needs no exception anymore"]);
  });
});

describe("exports", () => {
  const uses = (files: Record<string, string>) =>
    idleExports(graphOf(files), ["src"]).map(({ place, usedBy }) => `${place}: ${usedBy}`);

  test("an unused export is distinguished from one for its own file, and one for tests", () => {
    const found = uses({
      "src/domain/money/money.ts": `/** See dead. */
        export const dead = 1; export type Unused = 1; export const own = 2; export const tested = own; export const used = 3;`,
      "src/domain/money/money.test.ts": `import { tested, used } from "./money.ts";`,
      "src/server/shop.ts": `import { used } from "#domain/money/money.ts";`,
    });
    expect(found).toEqual([
      "src/domain/money/money.ts dead: nobody",
      "src/domain/money/money.ts Unused: nobody",
      "src/domain/money/money.ts own: own file",
      "src/domain/money/money.ts tested: tests",
    ]);
  });

  test("an import of everything, static or dynamic, uses every export", () => {
    expect(uses({ "src/a.ts": "export const a = 1;", "src/b.ts": `import * as all from "./a.ts";` })).toEqual(
      [],
    );
    expect(
      uses({ "src/a.ts": "export const a = 1;", "scripts/b.mjs": `await import("../src/a.ts");` }),
    ).toEqual([]);
  });

  test("a route's export that the router uses by name counts as used, any other does not", () => {
    const route = "src/web/routes/storefront/shop.tsx";
    expect(
      uses({ [route]: "export const loader = 1; export default function Page() {} export const rest = 1;" }),
    ).toEqual([`${route} rest: nobody`]);
  });
});
