// The security documents compared with their subjects: the tests of the promises, and the inventory of the checkout's
// scripts.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { builtScripts, inlineScripts, paymentScripts } from "#server/http/checkout-page/checkout-scripts.ts";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
/** Without the padding of table cells. */
const readTables = (file: string) => read(file).replace(/ +\|/g, " |");
const proof = readTables("docs/security-proof.md");

/** Rows of the table: "TR-10" and the files that its promise names. */
const promises = [...proof.matchAll(/^\| (TR-\d+) \|.*$/gm)].map(([row, id = ""]) => ({
  id,
  files: [...row.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = ""]) => file),
}));

const tests = globSync("{src,test,e2e,programs,scripts}/**/*.test.ts", { cwd: root });

test("every promise that a test proves has a row, and every row names tests that carry its id", () => {
  const proven = new Set(
    tests.flatMap((file) => [...read(file).matchAll(/"\[(TR-\d+)\]/g)].map(([, id]) => id)),
  );
  const told = new Set(promises.map(({ id }) => id));
  expect([...proven].filter((id) => !told.has(id ?? ""))).toEqual([]);
  for (const { id, files } of promises) {
    expect(files, id).not.toEqual([]);
    for (const file of files) {
      expect(existsSync(path.join(root, file)), file).toBe(true);
      expect(read(file), file).toContain(`[${id}]`);
    }
  }
});

test("promises are listed in order", () => {
  const numbers = promises.map(({ id }) => Number(id.slice("TR-".length)));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test("[TR-10] the document's inventory of scripts is the one that the tests check", () => {
  const rows = [
    ...builtScripts.map(({ name, owner, reason }) => [`assets/${name}-….js`, owner, reason]),
    ...inlineScripts.map(({ name, owner, reason }) => [`inline: ${name}`, owner, reason]),
    ...paymentScripts.map(({ address, mode, owner, reason }) => [`${address} (${mode} mode)`, owner, reason]),
  ].map((cells) => `| ${cells.join(" | ")} |`);
  const told = readTables("docs/checkout-scripts.md")
    .split("\n")
    .filter((line) => /^\| (assets\/|inline: |https:|\/sandbox)/.test(line));
  expect(told).toEqual(rows);
  const live = paymentScripts.filter(({ mode }) => mode === "live").length;
  expect(proof).toContain(
    `${builtScripts.length} files, ${inlineScripts.length} inline scripts, ${live} provider |`,
  );
});
