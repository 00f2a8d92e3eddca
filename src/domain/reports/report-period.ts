// Which days a report is about, and how a URL names them. All days are the shop's, as "2026-06-01".
import { addDays } from "../text/dates.ts";

export type DaysOf = { from: string; to: string };

/** A longer period is refused before anything is read. */
export const REPORT_YEARS_MAX = 10;
const DAYS_MAX = REPORT_YEARS_MAX * 366;
/** A longer report shows months in place of days. */
const SINGLE_DAYS_MAX = 100;

export const presets = {
  "this-month": "This month",
  "last-month": "Last month",
  "last-30": "Last 30 days",
  "this-quarter": "This quarter",
  "last-quarter": "Last quarter",
  "this-year": "This year",
  "last-year": "Last year",
} as const;

export type Preset = keyof typeof presets;

/** The days of a preset, up to its last day, even where that is still to come. */
export function daysOfPreset(preset: Preset, today: string): DaysOf {
  const month = monthOf(today);
  const quarter = addMonths(month, -((Number(month.slice(5, 7)) - 1) % 3));
  const year = `${today.slice(0, 4)}-01-01`;
  const months = (from: string, count: number) => ({ from, to: addDays(addMonths(from, count), -1) });
  switch (preset) {
    case "this-month":
      return months(month, 1);
    case "last-month":
      return months(addMonths(month, -1), 1);
    case "last-30":
      return { from: addDays(today, -29), to: today };
    case "this-quarter":
      return months(quarter, 3);
    case "last-quarter":
      return months(addMonths(quarter, -3), 3);
    case "this-year":
      return months(year, 12);
    case "last-year":
      return months(addMonths(year, -12), 12);
  }
}

/** The first day of the month of a day. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** `month` is the first day of one. */
export function addMonths(month: string, count: number): string {
  const all = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(all / 12)).padStart(4, "0")}-${String((all % 12) + 1).padStart(2, "0")}-01`;
}

export type PeriodRefusal = "no_day" | "backwards" | "too_long";

/** Days as they were typed, or why they are no period. */
export function parseDays(
  from: string,
  to: string,
): { ok: true; days: DaysOf } | { ok: false; why: PeriodRefusal } {
  if (!isDay(from) || !isDay(to)) return { ok: false, why: "no_day" };
  if (from > to) return { ok: false, why: "backwards" };
  return to > addDays(from, DAYS_MAX) ? { ok: false, why: "too_long" } : { ok: true, days: { from, to } };
}

export const periodRefusals: Record<PeriodRefusal, string> = {
  no_day: "Enter the first and the last day, such as 06/01/2026.",
  backwards: "The first day must not be after the last one.",
  too_long: `A report covers at most ${REPORT_YEARS_MAX} years. Choose a later first day, or make two reports.`,
};

/** The days that a page is about. */
export type Period = {
  days: DaysOf;
  /** The one that these days are; null where they were typed. */
  preset: Preset | null;
  /** Why the days that were typed are none; the page is about the default ones then. */
  said: string | null;
  /** What was typed, where it was refused. */
  typed?: DaysOf;
};

/** What is asked for in the URL: `period`, or `from` and `to`. Anything else is this month. */
export function parsePeriod(params: URLSearchParams, today: string): Period {
  const [from, to] = [params.get("from"), params.get("to")];
  if (from !== null || to !== null) {
    const typed = { from: from ?? "", to: to ?? "" };
    const parsed = parseDays(typed.from, typed.to);
    if (parsed.ok) return { days: parsed.days, preset: null, said: null };
    return { days: daysOfPreset("this-month", today), preset: null, said: periodRefusals[parsed.why], typed };
  }
  const period = params.get("period") ?? "";
  const preset = Object.hasOwn(presets, period) ? (period as Preset) : "this-month";
  return { days: daysOfPreset(preset, today), preset, said: null };
}

/** The same as it stands in a URL. */
export function periodParams({ days, preset }: Pick<Period, "days" | "preset">): Record<string, string> {
  return preset ? { period: preset } : days;
}

function isDay(text: string): boolean {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether its days stand there one by one, or by the month. */
export function hasSingleDays({ from, to }: DaysOf): boolean {
  return to < addDays(from, SINGLE_DAYS_MAX);
}
