// What keeps the list of mutants honest: every lock has a mutant, every equivalent names one, and the figures are right.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { OTHER_FUNCTIONS } from "./areas.ts";
import { listMutants, type MutantList } from "./list-mutants.ts";
import { findGuards } from "./locks.ts";
import { applyMutant, type Mutant } from "./mutant.ts";
import { readEquivalents, type Status } from "./results.ts";
import { figuresOf, missedOf, type Row } from "./score.ts";
import { onlyThese, SCORED, sampleOf } from "./selection.ts";

const root = path.join(import.meta.dirname, "../..");
let list: MutantList;
beforeAll(async () => {
  list = await listMutants(root);
}, 60_000);

test("every lock, lease and token has a mutant that takes it away", () => {
  const found = findGuards(list.sources, list.mutants);
  expect(found.length).toBeGreaterThan(50);
  const bare = found.filter(({ mutants }) => mutants.length === 0);
  expect(bare.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
});

test.each([
  ["the lease of the money check", "lease", "matches/check-queries.ts", ["claimCheck", "renewLease"]],
  [
    ...(["the token of the money check", "token", "matches/check-queries.ts"] as const),
    ["claimCheck", "renewLease", "leaveCheck", "finishCheck"],
  ],
  [
    ...(["the token of a backup and of its rehearsal", "token", "backups/backup-queries.ts"] as const),
    ["claim", "noteStep", "putBack", "fail", "finishBackup", "finishDrill"],
  ],
  [
    ...(["the number of a picture's try", "token", "pictures/avif-queries.ts"] as const),
    ["markAvifReady", "markAvifFailed", "unclaimPicture"],
  ],
  ["the locks on a password", "lock", "auth/queries.ts", ["holdPassword", "lockPassword"]],
  ["the lock that keeps an option's name", "lock", "restock/queries.ts", ["keepOption"]],
  ["the lock on the embedded database's folder", "lock", "db/folder-lock.ts", ["lockFolder"]],
] as const)("%s is among them", (_, guard, file, places) => {
  const found = findGuards(list.sources, list.mutants).filter((one) => one.file === `src/server/${file}`);
  const own = found.filter((one) => one.guard === guard).flatMap(({ mutants }) => mutants);
  expect([...new Set(own.map(({ place }) => place))].sort()).toEqual([...places].sort());
});

test("every equivalent names a mutant that is there, with a reason", () => {
  const ids = new Set(list.mutants.map(({ id }) => id));
  for (const { id, reason } of readEquivalents(root)) {
    expect(ids, `${id} is no mutant any more: look at the changed line and judge anew`).toContain(id);
    expect(reason.length, id).toBeGreaterThan(20);
  }
});

test("a path without a mutant is refused, for a score of nothing says nothing", () => {
  expect(onlyThese(list.mutants, ["src/server/checkout"]).length).toBeGreaterThan(10);
  expect(() => onlyThese(list.mutants, ["src/server/checkuot"])).toThrow(
    /^No mutant is "src.server.checkuot"/,
  );
});

test("ids are unique, and each mutant changes its file", () => {
  expect(new Set(list.mutants.map(({ id }) => id)).size).toBe(list.mutants.length);
  for (const mutant of list.mutants) {
    const source = list.sources.get(mutant.file) ?? "";
    expect(applyMutant(source, mutant)).not.toBe(source);
  }
});

test("the functions that are left out exist", () => {
  for (const name of OTHER_FUNCTIONS)
    expect(existsSync(path.join(root, `db/functions/${name}.sql`)), name).toBe(true);
  expect(readFileSync(path.join(root, "package.json"), "utf8")).toContain("scripts/mutate.mjs");
});

const mutant = (id: string, area: Mutant["area"]): Mutant => ({
  id,
  area,
  file: "a.sql",
  place: "a",
  kind: "drop a lock",
  guard: null,
  start: 0,
  end: 1,
  text: "",
});
const row = (id: string, status: Status) => ({
  mutant: mutant(id, "sql"),
  result: { id, area: "sql" as const, status, net: "unit", by: "", seconds: 1 },
});

test("a score counts what died among what could be noticed", () => {
  const rows = [
    row("a", "killed"),
    row("b", "timeout"),
    row("c", "survived"),
    row("d", "survived"),
    row("e", "invalid"),
  ];
  const figures = figuresOf("sql", rows, [{ id: "d", reason: "nothing reads it" }]);
  expect(figures).toMatchObject({
    killed: 1,
    timeout: 1,
    survived: 1,
    equivalent: 1,
    invalid: 1,
    score: 2 / 3,
  });
});

test("figures are no score while a mutant is untried or an area has none that counts", () => {
  const missed = (rows: Row[], wanted: readonly Mutant["area"][]) =>
    missedOf(
      SCORED.map((area) => figuresOf(area, rows, [])),
      rows,
      wanted,
    );
  const untried = { mutant: mutant("b", "sql"), result: null };
  expect(missed([row("a", "killed")], ["sql"])).toEqual([]);
  expect(missed([row("a", "survived")], ["sql"])).toEqual(["sql: below its target"]);
  expect(missed([row("a", "killed"), untried], ["sql"])).toEqual(["1 of 2 mutants are untried"]);
  expect(missed([{ ...untried, mutant: mutant("c", "elsewhere") }], [])).toHaveLength(1);
  expect(missed([row("a", "invalid")], ["sql"])).toEqual(["sql: no mutant has a result that counts"]);
  expect(missed([row("a", "killed")], SCORED)).toHaveLength(2);
  expect(missed([], SCORED)).toHaveLength(3);
});

test("a sample is the same for the same seed, takes from each area, and replaces what is invalid", () => {
  const many = (["sql", "core", "edges"] as const).flatMap((area) =>
    Array.from({ length: 40 }, (_, index) => mutant(`${area}${index}`, area)),
  );
  const ids = (sample: Mutant[]) => sample.map(({ id }) => id);
  const sample = ids(sampleOf(many, { size: 30, seed: 1 }, () => null));
  expect(sample).toEqual(ids(sampleOf(many.toReversed(), { size: 30, seed: 1 }, () => null)));
  expect(sample).not.toEqual(ids(sampleOf(many, { size: 30, seed: 2 }, () => null)));
  expect(sample.filter((id) => id.startsWith("core")).length).toBe(10);
  const [first] = sample;
  const status = (id: string) => (id === first ? { status: "invalid" as const } : null);
  const mended = ids(sampleOf(many, { size: 30, seed: 1 }, status));
  expect(mended.length).toBe(31);
  expect(mended).toEqual(expect.arrayContaining(sample));
});
