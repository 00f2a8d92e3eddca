// A sample of the proof. schedules.ci.test.ts runs more of it, and `npm run simulate` as many schedules as you like.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Coverage, deadlyGaps } from "./coverage.ts";
import { openEngine } from "./open-engine.ts";
import { runMany } from "./run-many.ts";
import type { Engine } from "./world/engine.ts";

const SCHEDULES = 40;
/** On a busy machine; on an idle one it takes half a minute. */
const FIVE_MINUTES_MS = 300_000;

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
}, 120_000);
afterAll(() => engine.close());

test(
  `${SCHEDULES} schedules of shoppers, crashes, and lost messages break no rule`,
  async () => {
    const coverage = new Coverage();
    const broken = await runMany(engine, { runs: SCHEDULES, seed: 1, coverage, violationsMax: 3 });
    const told = broken.map(
      ({ seed, violation }) => `npm run simulate -- --replay ${seed}: ${violation?.detail}`,
    );
    expect(told).toEqual([]);
    expect(coverage.schedules).toBe(SCHEDULES);
    expect(coverage.crashes).toBeGreaterThan(SCHEDULES / 2);
    for (const met of [
      ...["double click", "database gone", "hold expired and released", "last unit refused"],
      ...["order shipped", "units swapped", "refund clicked twice", "review saved"],
    ])
      expect(coverage.cases.get(met), met).toBeGreaterThan(0);
    expect(deadlyGaps(coverage).length).toBeGreaterThanOrEqual(50);
  },
  FIVE_MINUTES_MS,
);

test("a seed determines the whole schedule: repeated after and before others, it leaves the same trace", async () => {
  const traces = new Map<number, string[]>();
  const seeds = [41, 42, 42, 41];
  for (const seed of seeds) {
    await runMany(engine, {
      runs: 1,
      seed,
      coverage: new Coverage(),
      done: ({ hash }) => traces.set(seed, [...(traces.get(seed) ?? []), hash]),
    });
  }
  for (const hashes of traces.values()) expect(new Set(hashes).size).toBe(1);
  expect(new Set([...traces.values()].map(([hash]) => hash)).size).toBe(2);
}, 120_000);
