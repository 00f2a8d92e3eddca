// Which days the money check is about, and from which difference on it lists.
import { type Period, parsePeriod, periodParams } from "../reports/report-period.ts";

export type MoneySearch = Period & {
  /** The last difference of the page before. */
  after: { at: string; key: string } | null;
};

/** What is asked for in the URL: a period; and `after`, of the list. Anything else is ignored. */
export function parseMoneySearch(params: URLSearchParams, today: string): MoneySearch {
  return { ...parsePeriod(params, today), after: parseAfter(params.get("after")) };
}

const PAIR_KEY = /^(?:payment|refund|dispute):[A-Za-z0-9_-]{1,200}$/;
const RULE_KEY = /^rule:I\d{1,2}$/;

function parseAfter(text: string | null): MoneySearch["after"] {
  const [at = "", key = ""] = (text ?? "").split(" ");
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(at) && !Number.isNaN(Date.parse(at));
  return isTime && (PAIR_KEY.test(key) || RULE_KEY.test(key)) ? { at, key } : null;
}

/** Whether a text from outside has the form of the key of a pair, which the owner can fix or explain. */
export const isPairKey = (text: string): boolean => PAIR_KEY.test(text);

/** "?period=last-month" */
export function moneySearchText({
  after = null,
  ...period
}: Pick<MoneySearch, "days" | "preset"> & { after?: MoneySearch["after"] }): string {
  const params = new URLSearchParams(periodParams(period));
  if (after) params.set("after", `${after.at} ${after.key}`);
  return `?${params}`;
}
