// The probability that a process dies in a gap. Some gaps are passed a thousand times as often as others, so with one
// probability for all, hardly any process would die in a rare one. How often each is passed was counted by running
// (`npm run simulate -- --runs 2000 --count-gaps`); a schedule dies in each about equally often. The coverage table
// shows the actual counts.
import { gapPasses } from "./gap-passes.gen.ts";

/** How many times a schedule dies in a gap on average, as far as it gets there. */
const DEATHS = 0.07;
/** Otherwise a rare path would hardly ever be walked to its end. */
const CHANCE_MAX = 0.6;
const CHANCE_MIN = 0.002;
/** For a gap that was not there when they were counted: it must be rare, or new. */
const CHANCE_UNKNOWN = 0.3;

export function crashChance(gap: string): number {
  if (!isDeadly(gap)) return 0;
  const passes = gapPasses[gap];
  if (passes === undefined) return CHANCE_UNKNOWN;
  return Math.min(CHANCE_MAX, Math.max(CHANCE_MIN, DEATHS / passes));
}

/** After reading, others may go first. Whoever dies there has done nothing since the gap before. */
export const isDeadly = (gap: string): boolean => !gap.startsWith("read ");
