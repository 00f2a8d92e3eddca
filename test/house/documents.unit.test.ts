// What the documents name has to be there: a file that was moved or renamed leaves no stale path behind.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
/** Those of today; the changelog and the decisions tell what was. */
const documents = globSync(["*.md", "docs/*.md"], { cwd: root, exclude: ["CHANGELOG.md"] });
const PATH = /`((?:src|db|docs|deploy|e2e|programs|sample|scripts|test)\/[\w./-]+)`/g;

/** What stands for others. */
const EXAMPLE = "00NN_name";
/** The table of rooms names those of the server by their place in it. */
const isThere = (named: string) =>
  ["", "src/server"].some((folder) => existsSync(path.join(root, folder, named)));

test("every file and folder that a document names exists", () => {
  const stale = documents.flatMap((document) =>
    [...readFileSync(path.join(root, document), "utf8").matchAll(PATH)]
      .map(([, named = ""]) => named)
      .filter((named) => !named.includes(EXAMPLE) && !isThere(named))
      .map((named) => `${document}: ${named}`),
  );
  expect(documents).toContain("ARCHITECTURE.md");
  expect(stale).toEqual([]);
});

test("ARCHITECTURE.md names every program", () => {
  const architecture = readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8");
  const programs = globSync("programs/*", { cwd: root, exclude: ["programs/*.test.ts"] });
  expect(programs).toContain("programs/browsers");
  expect(programs.filter((program) => !architecture.includes(`\`${program}`))).toEqual([]);
});
