import { afterAll, beforeAll, expect, test } from "vitest";
import type { Shop } from "#server/core/shop.ts";
import { type Harness, openHarness } from "./harness.ts";
import { HarnessError } from "./problems.ts";
import type { Starts } from "./races/themes.ts";
import { runMany } from "./run-many.ts";
import { runSchedule, type ScheduleResult } from "./schedule.ts";
import type { World } from "./world.ts";

const SCHEDULES = 60;
/** On a busy machine; on an idle one it takes half a minute. */
const TEN_MINUTES_MS = 600_000;

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
}, 120_000);
afterAll(() => harness.close());

// First, on a server where nothing has run yet: shows that a seed is the same there as later.
test(
  "a seed determines the whole schedule: repeated after and before others, it leaves the same trace",
  async () => {
    const seeds = [1, 2, 6, 21, 39];
    const hashes = new Map<number, Set<string>>(seeds.map((seed) => [seed, new Set()]));
    for (const seed of [...seeds, ...seeds.toReversed(), ...seeds])
      hashes.get(seed)?.add((await runSchedule(harness, seed)).hash);
    for (const [seed, found] of hashes) expect(found.size, `traces of seed ${seed}`).toBe(1);
    expect(new Set([...hashes.values()].flatMap((found) => [...found])).size).toBe(seeds.length);
  },
  TEN_MINUTES_MS,
);

test(
  `${SCHEDULES} schedules of shops whose transactions interleave break no rule`,
  async () => {
    const { broken, counts } = await runMany(harness, { runs: SCHEDULES, seed: 1 });
    const told = broken.map(
      ({ seed, violation }) => `npm run simulate -- --interleave --replay ${seed}: ${violation?.detail}`,
    );
    expect(told).toEqual([]);
    for (const met of ["waited for a lock", "stop inside a function", "crash", "deadlock (40P01)"])
      expect(counts.get(met), met).toBeGreaterThan(0);
    expect(counts.get("serialization failure (40001)")).toBeGreaterThan(0);
  },
  TEN_MINUTES_MS,
);

/** A schedule may also have the moves of someone at psql, which must not come first. */
const SURELY = 1_000_000;

/** A schedule in which web 1 does nothing but this. */
function onlyThis(work: (shop: Shop) => Promise<unknown>): Promise<ScheduleResult> {
  const prepare = async (world: World): Promise<Starts> => [
    [SURELY, () => world.start("its only work", world.process("web 1"), work)],
  ];
  return runSchedule(harness, 1, [{ name: "one work", weight: 1, prepare }]);
}

test("a schedule that meets a statement it can't schedule fails, even if the shop catches the error", async () => {
  const catching = ({ pool }: Shop) => pool.query("copy products to stdout").catch(() => "all is well");
  await expect(onlyThis(catching)).rejects.toThrow("can't be scheduled");
});

test("an error of the shop is a broken rule, in a task and during setup", async () => {
  const throwing = () => Promise.reject(new TypeError("no such thing"));
  expect((await onlyThis(throwing)).violation?.rule).toBe("error");
  const prepared = await runSchedule(harness, 1, [{ name: "never ready", weight: 1, prepare: throwing }]);
  expect(prepared.violation).toMatchObject({
    rule: "error",
    detail: expect.stringContaining("no such thing"),
  });
});

test("an error of the harness inside a task is not", async () => {
  const throwing = () => Promise.reject(new HarnessError("no one knows how to continue"));
  await expect(onlyThis(throwing)).rejects.toThrow("no one knows how to continue");
});

// Last, because nothing of the harness is left afterward.
test("neither is a server that goes away while a task asks it", async () => {
  const ending = ({ pool }: Shop) =>
    pool.query("select pg_terminate_backend(pid) from pg_stat_activity order by pid = pg_backend_pid()");
  await expect(onlyThis(ending)).rejects.toThrow("server is gone");
});
