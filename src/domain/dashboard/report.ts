// Revenue and orders day by day, next to the same number of days before. Days are those of the shop's time
// zone, not of the server's or the viewer's. As in reports, a sale counts on the day of its order and a refund on its own.

import type { Cents } from "../money/money.ts";
import { addDays } from "../text/dates.ts";

export const reportPeriods = [7, 30, 90] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** `day`: "2026-06-01". Only orders that brought revenue count. */
export type DayFigures = { day: string; orders: number; revenue: Cents };

/** Both oldest first and equally long. The last day of `current` is today, which is not over yet. */
export type Report = { period: ReportPeriod; current: DayFigures[]; previous: DayFigures[] };

export function parseReportPeriod(text: string | null): ReportPeriod {
  return reportPeriods.find((period) => String(period) === text) ?? 30;
}

/** Days without a sale have no figures in the database; a report shows them as zero. */
export function buildReport(figures: readonly DayFigures[], today: string, period: ReportPeriod): Report {
  const byDay = new Map(figures.map((figure) => [figure.day, figure]));
  const days = (last: string): DayFigures[] =>
    Array.from({ length: period }, (_, index) => {
      const day = addDays(last, index - period + 1);
      return byDay.get(day) ?? { day, orders: 0, revenue: 0 };
    });
  return { period, current: days(today), previous: days(addDays(today, -period)) };
}

export function sumOf(days: readonly DayFigures[], what: "orders" | "revenue"): number {
  return days.reduce((sum, day) => sum + day[what], 0);
}

/** The change in whole percent, negative for less; null when there was nothing before. */
export function changeInPercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 100);
}

/** Orders and whole dollars: 2 orders, or $10, at least. */
const axisStep = { orders: 2, revenue: 1_000 };

/** Where the axis of a chart ends: the next 2, 4, 6, 8, or 10 times a power of ten, so that its half is a round figure, too. */
export function axisTop(highest: number, what: "orders" | "revenue"): number {
  let step = axisStep[what];
  while (highest > 5 * step) step *= 10;
  return step * Math.max(1, Math.ceil(highest / step));
}
