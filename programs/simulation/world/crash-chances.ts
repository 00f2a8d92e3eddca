// The probability that a process dies in a gap. Some gaps are passed a thousand times as often as others, so with one
// probability for all, hardly any process would die in a rare one. The number of passes was counted (`npm run simulate
// -- --runs 2000 --count-gaps`); a schedule dies in each gap about equally often. The coverage table shows the actual
// counts.
import { gapPasses } from "./gap-passes.gen.ts";

/** How many times a schedule dies in a gap on average, if it gets there. */
const DEATHS = 0.07;
/** Otherwise a rare path would hardly ever be completed. */
const CHANCE_MAX = 0.6;
const CHANCE_MIN = 0.002;
/** For a gap without a count: it must be rare, or new. */
const CHANCE_UNKNOWN = 0.3;

export function crashChance(gap: string): number {
  if (!isDeadly(gap)) return 0;
  const passes = gapPasses[gap];
  if (passes === undefined) return CHANCE_UNKNOWN;
  return Math.min(CHANCE_MAX, Math.max(CHANCE_MIN, DEATHS / passes));
}

/** After a read, others may go first. A process that dies there has done nothing since the previous gap. */
export const isDeadly = (gap: string): boolean => !gap.startsWith("read ");
