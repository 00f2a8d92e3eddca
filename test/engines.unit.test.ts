import path from "node:path";
import { expect, test } from "vitest";
import { filesOnBoth, isOnBoth, isOnPostgresAlone } from "./engines.ts";

const root = path.join(import.meta.dirname, "..");

test("a server test runs on both databases when its first line says what could differ", () => {
  expect(isOnBoth("a.test.ts", "// On both databases: locks.\nimport …")).toBe(true);
  expect(isOnBoth("a.test.ts", "// What a shop does.\nimport …")).toBe(false);
});

test("a test of what only PostgreSQL has runs there alone", () => {
  expect(isOnPostgresAlone("a.test.ts", "// On PostgreSQL alone: a pooler.\nimport …")).toBe(true);
  expect(isOnPostgresAlone("a.test.ts", "// On both databases: locks.\nimport …")).toBe(false);
});

test("a mark for both databases that is not on the first line, or has no reason, stops the run with file and line", () => {
  expect(() => isOnBoth("a.test.ts", "import …\n// On both databases: locks.")).toThrow(/a\.test\.ts:2/);
  expect(() => isOnBoth("a.test.ts", "// On both databases:\nimport …")).toThrow(/a\.test\.ts:1/);
});

test("the checkout and the tables of the shop are tested on both databases", () => {
  const files = filesOnBoth(root, ["src/server/**/*.test.ts", "test/**/*.test.ts"]).map((file) =>
    path.basename(file),
  );
  expect(files).toEqual(
    expect.arrayContaining([
      "checkout.test.ts",
      "refund-order.test.ts",
      "invariants.test.ts",
      "tables.test.ts",
    ]),
  );
});
