// Documents and source files use the trade's words, none of the ones in words.ts. Names of files, code, and addresses
// are not prose.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { documents, root } from "./documents.ts";
import { proseOf, unwantedWords } from "./words.ts";

/** The list of words itself, and its tests. */
const LIST = "test/house/words";
const sources = globSync(
  ["{src,programs,scripts,test,e2e}/**/*.{ts,tsx,mjs}", "db/{functions,migrations}/**/*.sql", "sample/*.ts"],
  { cwd: root },
).filter((file) => !file.startsWith(LIST));

const withoutCode = (text: string) =>
  text
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/`[^`\n]*`/g, "")
    .replaceAll(/\]\([^)]*\)|<https?:[^>]*>/g, "]");

const complaints = (where: string, text: string) =>
  unwantedWords.flatMap(({ words, say }) => {
    const word = words.exec(text)?.[0];
    return word ? [`${where}: "${word}" in "${text.trim().slice(0, 80)}": say ${say}`] : [];
  });

test("documents use the words of the trade", () => {
  const found = documents.flatMap((document) =>
    withoutCode(readFileSync(path.join(root, document), "utf8"))
      .split("\n")
      .flatMap((line) => complaints(document, line)),
  );
  expect(documents).toEqual(expect.arrayContaining(["README.md", "docs/handbook/README.md"]));
  expect(found).toEqual([]);
});

/** Reading two thousand files takes seconds of a processor, which others may use, too. */
const READING_MS = 120_000;

test(
  "[WO-1] comments, messages, labels, and test titles use the words of the trade",
  () => {
    const found = sources.flatMap((file) =>
      proseOf(file, readFileSync(path.join(root, file), "utf8")).flatMap(({ line, text }) =>
        complaints(`${file}:${line}`, text),
      ),
    );
    expect(sources).toEqual(expect.arrayContaining(["src/main.ts", "src/server/mail/send-email.ts"]));
    expect(found).toEqual([]);
  },
  READING_MS,
);

test.each([
  ["Mend the rules above.", "fix"],
  ["It goes out by itself.", "automatically"],
  ["Each mail is a function.", "email"],
  ["Whoever asks is told.", "anyone who, shoppers who"],
])("%s is found", (sentence, say) => {
  expect(unwantedWords.filter(({ words }) => words.test(sentence)).map((each) => each.say)).toContain(say);
});

test("a mail server is allowed", () => {
  expect(unwantedWords.filter(({ words }) => words.test("The mail server is away."))).toEqual([]);
});

describe("the prose of a source file", () => {
  const proseIn = (file: string, source: string) => proseOf(file, source).map(({ text }) => text.trim());

  test("includes its comments, its sentences, and the text of its elements", () => {
    const source = '// One\nconst a = "two words";\nconst b = `three words`;\nconst c = <p>Four words</p>;';
    expect(proseIn("a.tsx", source)).toEqual(["One", "two words", "three words", "Four words"]);
    expect(proseOf("a.tsx", source)[3]?.line).toBe(4);
  });

  test("excludes names, addresses, and SQL", () => {
    const source =
      'const a = ["parcels", "order/parcels.ts is `beside` it"];\nsql`select parcels`;\nrun("select a from b");';
    expect(proseIn("a.ts", source)).toEqual(["is  it"]);
    expect(proseIn("a.sql", "select 1 -- why\n")).toEqual(["-- why"]);
  });
});
