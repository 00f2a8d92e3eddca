// Which days the page of money matches is about, and from which mismatch on it lists.
import {
  type DaysOf,
  daysOfPreset,
  type Preset,
  parseDays,
  periodRefusals,
  presets,
} from "../reports/report-period.ts";

export type MoneySearch = {
  days: DaysOf;
  /** The one that these days are; null where they were typed. */
  preset: Preset | null;
  /** Why the days that were typed are none; the page is about the default ones then. */
  said: string | null;
  /** The last mismatch of the page before. */
  after: { at: string; key: string } | null;
};

/** What is asked for in the URL: `period`, or `from` and `to`; and `after`, of the list. Anything else is ignored. */
export function parseMoneySearch(params: URLSearchParams, today: string): MoneySearch {
  const after = parseAfter(params.get("after"));
  const [from, to] = [params.get("from"), params.get("to")];
  if (from !== null || to !== null) {
    const parsed = parseDays(from ?? "", to ?? "");
    if (parsed.ok) return { days: parsed.days, preset: null, said: null, after };
    return {
      days: daysOfPreset("this-month", today),
      preset: null,
      said: periodRefusals[parsed.why],
      after,
    };
  }
  const period = params.get("period") ?? "";
  const preset = Object.hasOwn(presets, period) ? (period as Preset) : "this-month";
  return { days: daysOfPreset(preset, today), preset, said: null, after };
}

const KEY = /^(?:payment|refund|dispute):[A-Za-z0-9_-]{1,200}$/;

function parseAfter(text: string | null): MoneySearch["after"] {
  const [at = "", key = ""] = (text ?? "").split(" ");
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(at) && !Number.isNaN(Date.parse(at));
  return isTime && KEY.test(key) ? { at, key } : null;
}

/** Whether a text from outside has the form of a mismatch's key. */
export const isMismatchKey = (text: string): boolean => KEY.test(text);

/** "?period=last-month" */
export function moneySearchText({
  days,
  preset,
  after = null,
}: Pick<MoneySearch, "days" | "preset"> & { after?: MoneySearch["after"] }): string {
  const period = preset ? { period: preset } : days;
  return `?${new URLSearchParams({ ...period, ...(after ? { after: `${after.at} ${after.key}` } : {}) })}`;
}
