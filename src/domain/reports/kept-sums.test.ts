import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../text/dates.ts";
import { type KeptSum, keptSums, longSpans, sumsOfReport } from "./kept-sums.ts";
import { addMonths } from "./report-period.ts";

const told = (from: string, to: string, spans: Parameters<typeof keptSums>[1] = longSpans) =>
  keptSums({ from, to }, spans).map(({ span, since }) => `${span} ${since}`);

test("[KN-2] a whole year, quarter, or month is one sum", () => {
  expect(told("2028-01-01", "2028-12-31")).toEqual(["year 2028-01-01"]);
  expect(told("2027-10-01", "2027-12-31")).toEqual(["quarter 2027-10-01"]);
  expect(told("2028-02-01", "2028-02-29")).toEqual(["month 2028-02-01"]);
  expect(told("2028-02-01", "2028-02-28").length).toBe(28);
  expect(told("2027-11-30", "2029-02-01")).toEqual([
    ...["day 2027-11-30", "month 2027-12-01", "year 2028-01-01", "month 2029-01-01", "day 2029-02-01"],
  ]);
});

test("[KN-2] rows by the month are made of months, and rows by the day of days", () => {
  expect(told("2028-01-31", "2028-04-30", ["month"])).toEqual([
    ...["day 2028-01-31", "month 2028-02-01", "month 2028-03-01", "month 2028-04-01"],
  ]);
  expect(told("2028-02-01", "2028-02-29", []).length).toBe(29);
});

const monthsIn: Record<string, number> = { year: 12, quarter: 3, month: 1 };
const lastDay = ({ span, since }: KeptSum): string =>
  span === "day" ? since : addDays(addMonths(since, monthsIn[span] ?? 0), -1);

test("[KN-2] the sums of a period are its days, each once, and few in ten years", () => {
  const day = fc.integer({ min: 0, max: 3650 }).map((days) => addDays("2024-01-01", days));
  fc.assert(
    fc.property(day, day, fc.subarray([...longSpans]), (one, other, spans) => {
      const [from, to] = one < other ? [one, other] : [other, one];
      const sums = keptSums({ from, to }, spans);
      expect(sums[0]?.since).toBe(from);
      expect(lastDay(sums.at(-1) as KeptSum)).toBe(to);
      for (const [at, sum] of sums.slice(1).entries())
        expect(sum.since).toBe(addDays(lastDay(sums[at] as KeptSum), 1));
      if (spans.length === longSpans.length) expect(sums.length).toBeLessThanOrEqual(80);
    }),
  );
});

test("[KN-2] all that the shop ever sold is one sum, whatever longer time is asked for", () => {
  const known = { from: "2024-03-05", to: "2026-06-01" };
  const spansOf = (
    from: string,
    to: string,
    rows: Parameters<typeof sumsOfReport>[1],
    of: typeof known | null,
  ) => new Set(sumsOfReport({ from, to }, rows, of).map(({ span }) => span));
  expect(sumsOfReport({ from: "2024-03-05", to: "2027-12-31" }, "of all", known)).toHaveLength(1);
  expect(spansOf("2024-03-05", "2027-12-31", "of all", known)).toEqual(new Set(["ever"]));
  expect(spansOf("2024-03-06", "2027-12-31", "of all", known)).not.toContain("ever");
  expect(spansOf("2024-01-01", "2026-05-31", "of all", known)).not.toContain("ever");
  expect(spansOf("2024-01-01", "2026-06-30", "of all", null)).not.toContain("ever");
  expect(spansOf("2024-01-01", "2026-06-30", "of months", known)).toEqual(new Set(["month"]));
  expect(spansOf("2026-01-01", "2026-02-28", "of days", known)).toEqual(new Set(["day"]));
});
