import type { Harness } from "./harness.ts";
import { runSchedule, type ScheduleResult } from "./schedule.ts";

export type Runs = { runs: number; seed: number; isUntilBroken: boolean };
export type RunsDone = { runs: number; broken: ScheduleResult[]; counts: Map<string, number> };

/** Runs schedules one after the other and answers those that broke a rule, with the sum of all counts. */
export async function runMany(
  harness: Harness,
  { runs, seed, isUntilBroken }: Runs,
  done: (result: ScheduleResult, count: number) => void = () => {},
): Promise<RunsDone> {
  const all: RunsDone = { runs: 0, broken: [], counts: new Map() };
  while (all.runs < runs && !(isUntilBroken && all.broken.length > 0)) {
    const result = await runSchedule(harness, seed + all.runs);
    all.runs += 1;
    addCounts(all.counts, result.counts);
    if (result.violation) all.broken.push(result);
    done(result, all.runs);
  }
  return all;
}

export function addCounts(sum: Map<string, number>, more: Iterable<[string, number]>): void {
  for (const [what, count] of more) sum.set(what, (sum.get(what) ?? 0) + count);
}
