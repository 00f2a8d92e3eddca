import { expect, test } from "vitest";
import { axisTop, buildReport, changeInPercent, parseReportPeriod, sumOf } from "./report.ts";

test("[AD-4] a report has every day of its period and of the one before, those without a sale as zero", () => {
  const figures = [
    { day: "2026-06-01", orders: 2, revenue: 900 },
    { day: "2026-05-25", orders: 1, revenue: 300 },
    { day: "2026-05-18", orders: 7, revenue: 1 },
  ];
  const { current, previous } = buildReport(figures, "2026-06-01", 7);
  expect(current.map(({ day }) => day)).toEqual([
    "2026-05-26",
    "2026-05-27",
    "2026-05-28",
    "2026-05-29",
    "2026-05-30",
    "2026-05-31",
    "2026-06-01",
  ]);
  expect([current[0]?.day, previous[0]?.day, previous.at(-1)?.day]).toEqual([
    "2026-05-26",
    "2026-05-19",
    "2026-05-25",
  ]);
  expect([sumOf(current, "orders"), sumOf(previous, "revenue")]).toEqual([2, 300]);
});

test("[AD-4] the comparison is in percent, and none where there was nothing before", () => {
  expect([changeInPercent(150, 100), changeInPercent(0, 80), changeInPercent(5, 0)]).toEqual([
    50,
    -100,
    null,
  ]);
});

test("[AD-4] a period that is not offered is 30 days", () => {
  expect(["7", "30", "90", "8", "", null].map(parseReportPeriod)).toEqual([7, 30, 90, 30, 30, 30]);
});

test("[AD-4] the axis of a chart ends at a round figure that no day is above, and so is its half", () => {
  expect([0, 1, 2, 3, 9, 10, 11, 41, 100].map((orders) => axisTop(orders, "orders"))).toEqual([
    2, 2, 2, 4, 10, 10, 20, 60, 100,
  ]);
  expect([0, 6_999, 81_200, 1_234_567].map((cents) => axisTop(cents, "revenue"))).toEqual([
    1_000, 10_000, 100_000, 2_000_000,
  ]);
});
