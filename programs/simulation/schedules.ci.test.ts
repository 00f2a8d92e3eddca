import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tasks } from "#process/worker.ts";
import { Coverage, deadlyGaps } from "./coverage.ts";
import { ALWAYS } from "./invariants/invariants-sql.ts";
import { rulesOf } from "./invariants/rule-book.ts";
import { mutants } from "./mutants/mutants.ts";
import { runMutants } from "./mutants/mutation-run.ts";
import { openEngine } from "./open-engine.ts";
import { runMany } from "./run-many.ts";
import type { Engine } from "./world/engine.ts";
import { wantedTasks } from "./world/tasks.ts";

/** simulation.test.ts runs a few of these seeds, too, because only they reach a rarely called function. */
const FIRST_SEED = 36;
const SCHEDULES = 100;
/** On a busy machine; on an idle one it takes a minute. */
const TEN_MINUTES_MS = 600_000;

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
}, 120_000);
afterAll(() => engine.close());

/** This number may only go down: a gap that is no longer found is a part of the shop in which no process dies. */
const GAPS_MIN = 50;

/** Writing functions that the shop calls, and that these schedules need not reach. */
const elsewhere: Readonly<Record<string, string>> = {
  clear_rehearsal: "tried, and refused while any test payment is open: rehearsals.test.ts clears",
  count_attempt: "signing in is not part of the schedules",
  fail_job_step: "a sync of all orders that meets a dead database: in one of several hundred schedules",
  flag_order: "a background refund that the provider refuses: as rare",
  merge_refunds:
    "the owner assigns a refund made at the provider: as rare; refund-lines.test.ts covers each case",
  move_order: "orders without a checkout, which only SQL can make",
  shelve_units: "the same, canceled",
};

test(
  `${SCHEDULES} schedules break no rule, and reach every task and every function that writes`,
  async () => {
    const coverage = new Coverage();
    const broken = await runMany(engine, { runs: SCHEDULES, seed: FIRST_SEED, coverage, violationsMax: 3 });
    const told = broken.map(
      ({ seed, violation }) => `npm run simulate -- --replay ${seed}: ${violation?.detail}`,
    );
    expect(told).toEqual([]);
    expect(coverage.schedules).toBe(SCHEDULES);
    expect(coverage.crashes).toBeGreaterThan(SCHEDULES / 2);
    expect(coverage.cases.get("commit unknown")).toBeGreaterThan(0);
    expect(coverage.cases.get("superseded but paid")).toBeGreaterThan(0);
    expect(coverage.cases.get("review saved")).toBeGreaterThan(0);
    expect(coverage.cases.get("reminder sent")).toBeGreaterThan(0);
    expect(coverage.cases.get("customer forgotten")).toBeGreaterThan(0);
    expect(coverage.cases.get("more than a page of payments")).toBeGreaterThan(0);
    expect(coverage.cases.get("dead database: try again (503)")).toBeGreaterThan(0);
    expect(deadlyGaps(coverage).length).toBeGreaterThanOrEqual(GAPS_MIN);
    // The worker's whole list: a task that the schedules skip is not proven. Tasks that settings turn off never run
    // here: the check of the checkout page needs live mode. Neither do backups, which copy the whole database, and the
    // cleanup of their files.
    const wanted = wantedTasks(engine.parts);
    expect(wanted.filter(({ name }) => !coverage.tasks.has(name))).toEqual([]);
    expect(tasks.filter((task) => !wanted.includes(task)).map(({ name }) => name)).toEqual([
      "backups",
      "backup-files",
      "checkout-page",
      "own-webhook",
    ]);
    const called = await calledFunctions();
    expect(called.length).toBeGreaterThan(10);
    expect(called.filter((name) => !coverage.functions.has(name) && !(name in elsewhere))).toEqual([]);
    expect(Object.keys(elsewhere).filter((name) => !called.includes(name))).toEqual([]);
  },
  TEN_MINUTES_MS,
);

test(
  "a rule that never fails proves nothing: seeded bugs are caught",
  async () => {
    const names = [
      "stock-taken-later",
      "random-create-key",
      "browser-word-trusted",
      "no-hold",
      "released-before-cancel",
    ];
    const caught = await runMutants(engine, { runs: 100, seed: 1, names, say: () => {} });
    expect(caught.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(caught.filter(({ rule }) => rule === null)).toEqual([]);
  },
  TEN_MINUTES_MS,
);

test("an unknown seeded bug is refused, so that a typo does not pass", async () => {
  const asked = runMutants(engine, { runs: 1, seed: 1, names: ["typo"], say: () => {} });
  await expect(asked).rejects.toThrow("There is no seeded bug typo.");
});

test("every bug seeded in the database finds what it changes", async () => {
  for (const { name, database } of mutants) {
    const undo = await database?.(engine).catch((error) => expect.fail(`${name}: ${error.message}`));
    await undo?.();
  }
});

test("a rule lists every table that its plan reads, so it is checked when one of them changes", async () => {
  const { head } = rulesOf(ALWAYS);
  expect(engine.rules.rules.length).toBeGreaterThan(50);
  for (const { sql, tables } of engine.rules.rules) {
    const { rows } = await engine.pool.query<{ "QUERY PLAN": unknown }>(
      `explain (format json, generic_plan) ${head}${sql}`,
    );
    const read = [...JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)].map(([, name = ""]) => name);
    expect([...tables]).toEqual(expect.arrayContaining(read));
  }
});

/** The writing database functions that the shop's statements name. */
async function calledFunctions(): Promise<string[]> {
  const server = path.join(import.meta.dirname, "../../src/server");
  const called = new Set<string>();
  for await (const file of glob("**/*.ts", { cwd: server })) {
    if (file.endsWith(".test.ts")) continue;
    for (const name of engine.statements.callsOf(await readFile(path.join(server, file), "utf8")))
      called.add(name);
  }
  return [...called].sort();
}
