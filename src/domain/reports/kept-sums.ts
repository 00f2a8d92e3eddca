// Of which sums that are kept a report is added up. Each day, month, quarter, and year has its own, and so has all the
// time that the shop was there. So a report over any days reads few of them: no more than 80 in ten years, and a whole
// month, quarter, or year is one.
import { addDays } from "../text/dates.ts";
import { addMonths, type DaysOf, monthOf } from "./report-period.ts";

export const longSpans = ["year", "quarter", "month"] as const;
export type LongSpan = (typeof longSpans)[number];
export type Span = LongSpan | "day" | "ever";

/** `since`: its first day. */
export type KeptSum = { span: Span; since: string };

const monthsIn: Record<LongSpan, number> = { year: 12, quarter: 3, month: 1 };

const EVER: KeptSum = { span: "ever", since: "0001-01-01" };

/** What a report is added up of. `known`: the days with the first and the last figures; null for none. */
export function sumsOfReport(
  days: DaysOf,
  rows: "of days" | "of months" | "of all",
  known: DaysOf | null,
): KeptSum[] {
  if (rows !== "of all") return keptSums(days, rows === "of days" ? [] : ["month"]);
  return known && days.from <= known.from && known.to <= days.to ? [EVER] : keptSums(days, longSpans);
}

/** The sums that a period is made of: whole ones of these spans, the longest first, and single days around them. */
export function keptSums({ from, to }: DaysOf, [span, ...shorter]: readonly LongSpan[]): KeptSum[] {
  if (from > to) return [];
  if (!span) return each(from, addDays(to, 1), "day", (day) => addDays(day, 1));
  const next = (since: string) => addMonths(since, monthsIn[span]);
  const first = from === startOf(span, from) ? from : next(startOf(span, from));
  const end = startOf(span, addDays(to, 1));
  if (first >= end) return keptSums({ from, to }, shorter);
  return [
    ...keptSums({ from, to: addDays(first, -1) }, shorter),
    ...each(first, end, span, next),
    ...keptSums({ from: end, to }, shorter),
  ];
}

function startOf(span: LongSpan, day: string): string {
  return addMonths(monthOf(day), -((Number(day.slice(5, 7)) - 1) % monthsIn[span]));
}

/** Those from `first` until `end`, which is none of them. */
function each(first: string, end: string, span: Span, next: (since: string) => string): KeptSum[] {
  const sums: KeptSum[] = [];
  for (let since = first; since < end; since = next(since)) sums.push({ span, since });
  return sums;
}
