import { afterAll, beforeAll, expect, test } from "vitest";
import { Coverage } from "./coverage.ts";
import { runMutants } from "./mutants/mutation-run.ts";
import { runMany } from "./run-many.ts";
import { type Engine, openEngine } from "./world/engine.ts";

const SCHEDULES = 300;
/** Most of a machine that does other things too; alone it takes a minute and a half. */
const TEN_MINUTES_MS = 600_000;

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
}, 120_000);
afterAll(() => engine.close());

test(
  `${SCHEDULES} schedules of shoppers, crashes and lost messages break no rule`,
  async () => {
    const coverage = new Coverage();
    const broken = await runMany(engine, { runs: SCHEDULES, seed: 1, coverage, violationsMax: 3 });
    const told = broken.map(
      ({ seed, violation }) => `npm run simulate -- --replay ${seed}: ${violation?.detail}`,
    );
    expect(told).toEqual([]);
    expect(coverage.schedules).toBe(SCHEDULES);
    expect(coverage.crashes).toBeGreaterThan(SCHEDULES / 2);
    expect(coverage.cases.get("commit unknown")).toBeGreaterThan(0);
    expect(coverage.cases.get("superseded but paid")).toBeGreaterThan(0);
  },
  TEN_MINUTES_MS,
);

test("a seed is a whole schedule: run again, after others and before others, it leaves the same trace", async () => {
  const traces = new Map<number, string[]>();
  const seeds = [41, 42, 43, 42, 41, 43];
  for (const seed of seeds) {
    await runMany(engine, {
      runs: 1,
      seed,
      coverage: new Coverage(),
      done: ({ hash }) => traces.set(seed, [...(traces.get(seed) ?? []), hash]),
    });
  }
  for (const hashes of traces.values()) expect(new Set(hashes).size).toBe(1);
  expect(new Set([...traces.values()].map(([hash]) => hash)).size).toBe(3);
}, 120_000);

test("a rule that never fails proves nothing: seeded bugs are caught", async () => {
  const names = ["random-create-key", "released-before-cancel", "stock-taken-later", "order-priced-anew"];
  const caught = await runMutants(engine, { runs: 100, seed: 1, names, say: () => {} });
  expect(caught.map(({ name }) => name).sort()).toEqual([...names].sort());
  expect(caught.filter(({ rule }) => rule === null)).toEqual([]);
}, 240_000);
