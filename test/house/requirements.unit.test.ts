// Each requirement of the specification has a test with its id in the title, such as "[SH-3] price sorts use the sale
// price". The specification is next to the repository where the shop is developed; without it this test is skipped.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const specification = path.join(root, "../shared/spec/requirements.md");

/** Requirements without a test so far, and why. Remove an entry once it has a test. */
const untested: Readonly<Record<string, string>> = {
  "HO-1": "a time on an idle machine: measured, docs/performance.md",
  "HO-2": "a size and times at that size: measured, docs/performance.md",
  ...reasons("not built yet", "BR-9"),
};

function reasons(reason: string, ids: string): Record<string, string> {
  return Object.fromEntries(ids.split(" ").map((id) => [id, reason]));
}

/** The ids in the titles of the tests that run on every change. */
function testedIds(): Set<string> {
  const files = globSync("{src,test,e2e,programs,sample,scripts}/**/*.test.{ts,tsx}", {
    cwd: root,
    exclude: ["e2e/nightly/**", "**/*.nightly.test.ts"],
  });
  const titles = files.flatMap(
    (file) => readFileSync(path.join(root, file), "utf8").match(/\[[A-Z]{2}-\d+\]/g) ?? [],
  );
  return new Set(titles.map((title) => title.slice(1, -1)));
}

test("the ids of tests are found in their titles", () => {
  expect([...testedIds()]).toEqual(expect.arrayContaining(["CK-3", "SH-3", "DB-2"]));
});

test.runIf(existsSync(specification))("each requirement has a test, or a reason for not having one", () => {
  const asked = [...readFileSync(specification, "utf8").matchAll(/^\| ([A-Z]{2}-\d+) /gm)].map(
    ([, id = ""]) => id,
  );
  const tested = testedIds();
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter((id) => !tested.has(id) && !(id in untested))).toEqual([]);
  expect(Object.keys(untested).filter((id) => tested.has(id) || !asked.includes(id))).toEqual([]);
});
