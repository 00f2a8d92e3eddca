import type { Harness } from "./harness.ts";
import { runSchedule, type ScheduleResult } from "./schedule.ts";

export type Runs = {
  runs: number;
  seed: number;
  isUntilBroken?: boolean;
  done?: (result: ScheduleResult) => void;
};

/** Runs schedules one after the other and answers those that broke a rule, with the sum of all counts. */
export async function runMany(
  harness: Harness,
  { runs, seed, isUntilBroken = false, done }: Runs,
): Promise<{ broken: ScheduleResult[]; counts: Map<string, number> }> {
  const broken: ScheduleResult[] = [];
  const counts = new Map<string, number>();
  for (let one = seed; one < seed + runs; one += 1) {
    const result = await runSchedule(harness, one);
    for (const [what, count] of result.counts) counts.set(what, (counts.get(what) ?? 0) + count);
    if (result.violation) broken.push(result);
    done?.(result);
    if (isUntilBroken && broken.length > 0) break;
  }
  return { broken, counts };
}
