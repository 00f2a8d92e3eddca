// Everything that documents name must exist: a moved or renamed file leaves no stale path behind.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { documents, recordNumber, records, root } from "./documents.ts";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const PATH = /`((?:src|db|docs|deploy|e2e|programs|sample|scripts|test)\/[\w./-]+)`/g;

/** Placeholders. */
const EXAMPLE = "00NN_name";
/** The table of rooms lists the server's rooms by their path in it. */
const isThere = (named: string) =>
  ["", "src/server"].some((folder) => existsSync(path.join(root, folder, named)));

test("every file and folder that a document names exists", () => {
  const stale = documents.flatMap((document) =>
    [...read(document).matchAll(PATH)]
      .map(([, named = ""]) => named)
      .filter((named) => !named.includes(EXAMPLE) && !isThere(named))
      .map((named) => `${document}: ${named}`),
  );
  expect(documents).toContain("ARCHITECTURE.md");
  expect(stale).toEqual([]);
});

test("ARCHITECTURE.md names every program", () => {
  const architecture = read("ARCHITECTURE.md");
  const programs = globSync("programs/*", { cwd: root, exclude: ["programs/*.test.ts"] });
  expect(programs).toContain("programs/browsers");
  expect(programs.filter((program) => !architecture.includes(`\`${program}`))).toEqual([]);
});

/** Like GitHub's anchor of a heading. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("every link in a document leads to an existing file and heading", () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, file = "", anchor]) => {
        const target = file ? path.join(path.dirname(document), file) : document;
        if (!existsSync(path.join(root, target))) return true;
        return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
      })
      .map(([link]) => `${document}: ${link}`),
  );
  expect(broken).toEqual([]);
});

describe("a decision record", () => {
  const numbers = records.map(recordNumber);
  const LINES_MAX = 20;

  test("has a unique number", () => {
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  });

  test("has at most twenty lines", () => {
    const long = records.filter((record) => read(record).trimEnd().split("\n").length > LINES_MAX);
    expect(long).toEqual([]);
  });

  test("exists if code, tests, or documents name it", () => {
    const files = globSync(
      ["{src,db,docs,e2e,programs,scripts,test}/**/*.{ts,tsx,mjs,sql,css,md}", "*.{md,ts}"],
      {
        cwd: root,
      },
    );
    const unknown = files.flatMap((file) =>
      [...read(file).matchAll(/\bdecisions?[ /]0*([1-9]\d{0,2})\b/gi)]
        .filter(([, number]) => !numbers.includes(Number(number)))
        .map(([named]) => `${file}: ${named}`),
    );
    expect(unknown).toEqual([]);
  });
});

test("every label in bold in the handbook is on a screen of the shop", () => {
  const screens = globSync(["src/web/**/*.{ts,tsx}", "src/domain/**/*.ts"], {
    cwd: root,
    exclude: ["**/*.test.{ts,tsx}"],
  })
    .map(read)
    .join("\n");
  const pages = globSync("docs/handbook/*.md", { cwd: root });
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/\*\*([^*]+)\*\*/g)]
      .map(([, label = ""]) => label)
      .filter((label) => !screens.includes(label))
      .map((label) => `${page}: ${label}`),
  );
  expect(pages.length).toBeGreaterThan(6);
  expect(missing).toEqual([]);
});
