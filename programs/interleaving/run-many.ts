import type { Seeds } from "../simulation/processes.ts";
import type { Harness } from "./harness.ts";
import { runSchedule, type ScheduleResult } from "./schedule.ts";

/** Runs schedules one after the other and answers those that broke a rule, with the sum of all counts. */
export async function runMany(
  harness: Harness,
  { runs, seed }: Seeds,
  done: (result: ScheduleResult, count: number) => void = () => {},
): Promise<{ broken: ScheduleResult[]; counts: Map<string, number> }> {
  const broken: ScheduleResult[] = [];
  const counts = new Map<string, number>();
  for (let count = 1; count <= runs; count += 1) {
    const result = await runSchedule(harness, seed + count - 1);
    addCounts(counts, result.counts);
    if (result.violation) broken.push(result);
    done(result, count);
  }
  return { broken, counts };
}

export function addCounts(sum: Map<string, number>, more: Iterable<[string, number]>): void {
  for (const [what, count] of more) sum.set(what, (sum.get(what) ?? 0) + count);
}
