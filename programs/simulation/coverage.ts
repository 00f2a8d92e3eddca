// Counts what the schedules actually reached. Many runs prove nothing about a case that never occurred, so every
// gap and every rare case is counted.
import { crashPoints } from "#server/crash-points.ts";

/** Cases that are rare in a real shop and costly when they go wrong. */
export const rareCases = [
  "double click",
  "same request retried",
  "superseded before payment",
  "superseded but paid",
  "paid in an old tab",
  "3-D Secure passed",
  "3-D Secure failed",
  "3-D Secure abandoned",
  "declined, then paid with another card",
  "processing, then paid",
  "processing, then failed",
  "processing, failed, then paid",
  "paid after the hold ran out",
  "hold expired and released",
  "hold kept, provider silent",
  "last piece refused",
  "price changed under the shopper",
  "stock set below what is held: refused",
  "older answer arrives last",
  "intent found again after a crash",
  "same key still in use (409)",
  "kept 500 replayed",
  "key older than a day",
  "rate limited (429)",
  "request lost",
  "answer lost",
  "commit unknown",
  "database gone",
  "webhook lost",
  "webhook late",
  "webhook twice",
  "webhook out of order",
  "webhook refused by a dead database",
  "webhook forged",
  "webhook from the future",
  "webhook replayed",
  "event never generated",
  "browser closed after paying",
  "amount changed at the provider",
  "refused by the provider",
  "hosted paid",
  "hosted canceled",
  "hosted abandoned",
  "hosted page had expired",
  "hosted and card both tried",
  "same page asked for again",
  "refund succeeded",
  "refund pending",
  "refund pending, then failed",
  "refund twice clicked",
  "refund at provider",
  "order canceled by the owner",
  "dispute opened",
  "dispute won",
  "dispute lost",
  "late success without stock",
  "mail refused",
  "mail sent, answer lost",
  "too many at once refused",
  "declined out",
  "braked: slowed_down",
  "braked: puzzle_required",
  "hold extended",
  "hold not extended",
  "clock set back",
  "crash",
] as const;

export type RareCase = (typeof rareCases)[number];

export class Coverage {
  readonly reached = new Map<string, number>();
  readonly crashed = new Map<string, number>();
  readonly cases = new Map<string, number>();
  schedules = 0;
  steps = 0;
  crashes = 0;
  checks = 0;

  /** Adds the counts of another process. */
  add(other: CoverageFigures): void {
    for (const name of ["reached", "crashed", "cases"] as const) {
      for (const [key, count] of other[name]) this.count(name, key, count);
    }
    for (const name of ["schedules", "steps", "crashes", "checks"] as const) this[name] += other[name];
  }

  count(kind: "reached" | "crashed" | "cases", key: string, times = 1): void {
    this[kind].set(key, (this[kind].get(key) ?? 0) + times);
  }

  figures(): CoverageFigures {
    const { schedules, steps, crashes, checks } = this;
    const [reached, crashed, cases] = [[...this.reached], [...this.crashed], [...this.cases]];
    return { schedules, steps, crashes, checks, reached, crashed, cases };
  }
}

export type CoverageFigures = {
  schedules: number;
  steps: number;
  crashes: number;
  checks: number;
  reached: [string, number][];
  crashed: [string, number][];
  cases: [string, number][];
};

/** How often each gap was passed and died in, then each rare case, including those never reached. */
export function coverageTables(coverage: Coverage): string {
  const gaps = [...new Set([...crashPoints, ...[...coverage.reached.keys()].sort()])];
  const gapLines = gaps.map(
    (gap) => `  ${gap.padEnd(32)}${figure(coverage.reached.get(gap))}${figure(coverage.crashed.get(gap))}`,
  );
  const caseLines = [...new Set([...rareCases, ...[...coverage.cases.keys()].sort()])].map(
    (name) => `  ${name.padEnd(40)}${figure(coverage.cases.get(name))}`,
  );
  return [
    `  ${"gap".padEnd(32)}${"reached".padStart(12)}${"died in".padStart(12)}`,
    ...gapLines,
    "",
    `  ${"rare case".padEnd(40)}${"times".padStart(12)}`,
    ...caseLines,
  ].join("\n");
}

/** A run of this size counts as proof only if every gap and every rare case was met this often. */
const WHOLE_RUN = 10_000;
const DEATHS_MIN = 100;
const TIMES_MIN = 20;

/** What a full run did not reach often enough, in words; empty for a shorter run. */
export function missedFigures({ schedules, crashed, cases }: Coverage): string[] {
  if (schedules < WHOLE_RUN) return [];
  const gaps = crashPoints.filter((gap) => (crashed.get(gap) ?? 0) < DEATHS_MIN);
  const rare = rareCases.filter((name) => (cases.get(name) ?? 0) < TIMES_MIN);
  return [
    ...gaps.map((gap) => `died in ${gap} ${crashed.get(gap) ?? 0} times, not ${DEATHS_MIN}`),
    ...rare.map((name) => `"${name}" was met ${cases.get(name) ?? 0} times, not ${TIMES_MIN}`),
  ];
}

function figure(count = 0): string {
  return count.toLocaleString("en-US").padStart(12);
}
