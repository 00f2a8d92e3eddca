// Counts what the schedules actually reached. Many runs prove nothing about a case that never occurred, so every
// gap and every rare case is counted.
import { isDeadly } from "./world/crash-chances.ts";
import { gapPasses } from "./world/gap-passes.gen.ts";

/** Cases that are rare in a real shop and costly when they go wrong. */
export const rareCases = [
  "double click",
  "same request retried",
  "superseded before payment",
  "superseded but paid",
  "paid in an old tab",
  "paid by a wallet",
  "wallet instead of the form",
  "wallet's address changed",
  "wallet's address refused",
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
  "last unit refused",
  "code refused: used_up",
  "code refused: used_by_email",
  "code refused: unknown",
  "price changed under the shopper",
  "total of another state",
  "stock set below what is held: refused",
  "older answer arrives last",
  "two at the last uses of a discount",
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
  "same page requested again",
  "refund succeeded",
  "refund pending",
  "refund pending, then failed",
  "refund clicked twice",
  "refund at provider",
  "refund at provider assigned",
  "units refunded",
  "too many units: refused",
  "return asked for",
  "return requested twice",
  "return approved",
  "return declined",
  "return not answered: decided",
  "returned units received",
  "returned units refunded",
  "return not received: changed",
  "return closed",
  "exchange asked for",
  "exchange approved",
  "units exchanged",
  "order delivered",
  "order canceled by the owner",
  "paid order canceled",
  "dispute opened",
  "dispute won",
  "dispute lost",
  "late success without stock",
  "order shipped",
  "part of an order shipped",
  "units swapped",
  "units swapped for less",
  "swap refused: sold_out",
  "extra payment asked for",
  "extra payment opened",
  "extra payment withdrawn",
  "address corrected",
  "flag resolved",
  "mail refused",
  "mail sent, answer lost",
  "to be held at Pay",
  "held at Pay",
  "sold out at Pay",
  "another hold at Pay is under way",
  "declined out",
  "hold extended",
  "hold not extended",
  "more than a page of payments",
  "more than a batch of holds",
  "too many requests (429)",
  "dead database: try again (503)",
  "restock request made",
  "restock request confirmed",
  "restock request ended",
  "reminder sent",
  "reminders ended",
  "customer forgotten",
  "customer not erased: something is open",
  "clock set back",
  "crash",
] as const;

export type RareCase = (typeof rareCases)[number];

const COUNTED = ["reached", "crashed", "cases", "tasks", "functions", "answers"] as const;
type CountedEvent = (typeof COUNTED)[number];

export class Coverage {
  readonly reached = new Map<string, number>();
  readonly crashed = new Map<string, number>();
  readonly cases = new Map<string, number>();
  /** Rounds of the worker's tasks, by name. */
  readonly tasks = new Map<string, number>();
  /** How often the gap after a call of this writing function of the database was reached. */
  readonly functions = new Map<string, number>();
  /** Answers by path and status. */
  readonly answers = new Map<string, number>();
  schedules = 0;
  steps = 0;
  crashes = 0;
  checks = 0;

  /** Adds the counts of another process. */
  add(other: CoverageFigures): void {
    for (const name of COUNTED) {
      for (const [key, count] of other[name]) this.count(name, key, count);
    }
    for (const name of ["schedules", "steps", "crashes", "checks"] as const) this[name] += other[name];
  }

  count(kind: CountedEvent, key: string, times = 1): void {
    this[kind].set(key, (this[kind].get(key) ?? 0) + times);
  }

  figures(): CoverageFigures {
    const { schedules, steps, crashes, checks } = this;
    const counts = Object.fromEntries(COUNTED.map((name) => [name, [...this[name]]]));
    return { schedules, steps, crashes, checks, ...(counts as Record<CountedEvent, [string, number][]>) };
  }
}

export type CoverageFigures = {
  schedules: number;
  steps: number;
  crashes: number;
  checks: number;
} & Record<CountedEvent, [string, number][]>;

/** How often each gap was passed and died in, each of the worker's tasks, each answer, each rare case, even if never. */
export function coverageTables(coverage: Coverage): string {
  const gaps = [...coverage.reached.keys()].sort();
  const gapLines = gaps.map(
    (gap) => `  ${gap.padEnd(60)}${figure(coverage.reached.get(gap))}${figure(coverage.crashed.get(gap))}`,
  );
  return [
    `  ${"gap".padEnd(60)}${"reached".padStart(12)}${"died in".padStart(12)}`,
    ...gapLines,
    ...countTable("task of the worker", coverage.tasks),
    ...countTable("writing function", coverage.functions),
    ...countTable("answer", coverage.answers),
    ...countTable("rare case", coverage.cases, rareCases),
  ].join("\n");
}

function countTable(title: string, counts: Map<string, number>, known: readonly string[] = []): string[] {
  const names = [...new Set([...known, ...[...counts.keys()].sort()])];
  const head = `  ${title.padEnd(60)}${"times".padStart(12)}`;
  return ["", head, ...names.map((name) => `  ${name.padEnd(60)}${figure(counts.get(name))}`)];
}

/** The gaps where a process may die with something done, as far as they were met. */
export function deadlyGaps({ reached }: Coverage): string[] {
  return [...reached.keys()].filter(isDeadly).sort();
}

/** A run of this size counts as proof only if every gap and every rare case was met this often. */
const WHOLE_RUN = 10_000;
const DEATHS_MIN = 100;
const TIMES_MIN = 20;

/** A rarer gap can't have that many; in a good part of its passes the process must have died, though. */
const DEATHS_SHARE = 1 / 4;

/**
 * What a full run did not reach often enough, in words; empty for a shorter run. `counted`: passes of a schedule through
 * each gap. They say what to expect: a gap that this run lost is missed, too, and so is one that nobody has counted.
 */
export function missedFigures(
  { schedules, reached, crashed, cases }: Pick<Coverage, "schedules" | "reached" | "crashed" | "cases">,
  counted: Readonly<Record<string, number>> = gapPasses,
): string[] {
  if (schedules < WHOLE_RUN) return [];
  const known = Object.entries(counted).flatMap(([gap, passes]) => {
    const met = reached.get(gap) ?? 0;
    const died = crashed.get(gap) ?? 0;
    if (met === 0) return [`${gap} was never reached; count the gaps again if it is gone`];
    const wanted = Math.min(
      DEATHS_MIN,
      Math.max(1, Math.floor(Math.max(met, passes * schedules) * DEATHS_SHARE)),
    );
    return died < wanted ? [`died in ${gap} ${died} times, not ${wanted}`] : [];
  });
  const strange = [...reached].filter(([gap, met]) => isDeadly(gap) && !(gap in counted) && met >= TIMES_MIN);
  const rare = rareCases.filter((name) => (cases.get(name) ?? 0) < TIMES_MIN);
  return [
    ...known.toSorted(),
    ...strange
      .map(([gap, met]) => `${gap} was reached ${met} times and never counted: count the gaps again`)
      .toSorted(),
    ...rare.map((name) => `"${name}" was met ${cases.get(name) ?? 0} times, not ${TIMES_MIN}`),
  ];
}

function figure(count = 0): string {
  return count.toLocaleString("en-US").padStart(12);
}
