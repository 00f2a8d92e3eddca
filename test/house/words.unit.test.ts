// The documents use the trade's words: none of words.ts is in them. Names of files, code, and addresses are no prose.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { documents, isInWork, root } from "./documents.ts";
import { unwantedWords } from "./words.ts";

/** ARCHITECTURE.md's table names rooms as they are called today; a test compares docs/retention.md with the code. */
const NOT_YET = ["ARCHITECTURE.md", "docs/performance.md", "docs/retention.md"];
const held = documents.filter((document) => !isInWork(document) && !NOT_YET.includes(document));

const withoutCode = (text: string) =>
  text
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/`[^`\n]*`/g, "")
    .replaceAll(/\]\([^)]*\)|<https?:[^>]*>/g, "]");

test("documents use the words of the trade", () => {
  const found = held.flatMap((document) =>
    withoutCode(readFileSync(path.join(root, document), "utf8"))
      .split("\n")
      .flatMap((line) =>
        unwantedWords.flatMap(({ words, say }) => {
          const word = words.exec(line)?.[0];
          return word ? [`${document}: "${word}" in "${line.slice(0, 80)}": say ${say}`] : [];
        }),
      ),
  );
  expect(held).toEqual(expect.arrayContaining(["README.md", "docs/handbook/README.md"]));
  expect(found).toEqual([]);
});

test.each([
  ["Mend the rules above.", "fix"],
  ["It goes out by itself.", "automatically"],
  ["Each mail is a function.", "email"],
  ["Whoever asks is told.", "anyone who, shoppers who"],
])("%s is found", (sentence, say) => {
  expect(unwantedWords.filter(({ words }) => words.test(sentence)).map((each) => each.say)).toContain(say);
});

test("a mail server may be called so", () => {
  expect(unwantedWords.filter(({ words }) => words.test("The mail server is away."))).toEqual([]);
});
