// docs/dependencies.md says why each package is here.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

test("each dependency has a reason, and no reason is about a removed one", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  const rows = read("docs/dependencies.md").matchAll(/^\| (`[^|]+?) *\|/gm);
  const named = [...rows].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort());
});
