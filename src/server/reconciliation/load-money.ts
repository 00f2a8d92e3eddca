import { orderNumber } from "#domain/order/order.ts";
import type { Difference, DifferenceKind, Problem } from "#domain/reconciliation/difference.ts";
import type { MoneyFigures, MoneyState } from "#domain/reconciliation/money-figures.ts";
import { type MoneySearch, parseMoneySearch } from "#domain/reconciliation/money-search.ts";
import { shopDay, spanOfDays } from "#domain/text/dates.ts";
import type { Shop } from "../core/shop.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import { findMoney, type StoredDifference } from "./money-queries.ts";
import { readingOf } from "./pairs.ts";
import { noRun } from "./run-queries.ts";

/** There are more on the next page. */
export const DIFFERENCES_PER_PAGE = 50;

export type MoneyPage = {
  search: MoneySearch;
  today: string;
  timeZone: string;
  state: MoneyState;
  /** Of the requested days. */
  figures: MoneyFigures;
  differences: Difference[];
  next: MoneySearch["after"];
  /** The newest ones. */
  explained: Difference[];
  now: number;
};

/** What the last run found, and the sums of some days. Two statements. */
export async function loadMoney(shop: Shop, params: URLSearchParams): Promise<MoneyPage> {
  const { timeZone } = await loadProfile(shop);
  const now = shop.clock();
  const today = shopDay(now, timeZone);
  const search = parseMoneySearch(params, today);
  const found = await findMoney(shop.db, readingOf(shop), {
    span: spanOfDays(search.days, timeZone),
    after: search.after,
    limit: DIFFERENCES_PER_PAGE,
  });
  const run = found.run ?? noRun;
  const listed = found.differences.map(toDifference);
  const last = listed[DIFFERENCES_PER_PAGE - 1];
  return {
    search,
    today,
    timeZone,
    state: {
      comparedUntil: run.comparedUntil,
      isChecking: run.failing === null && (run.startedAt !== null || run.askedAt !== null),
      failing: run.failing,
      counts: found.counts,
      ...found.numbers,
    },
    figures: found.figures,
    differences: listed.slice(0, DIFFERENCES_PER_PAGE),
    next: last && listed.length > DIFFERENCES_PER_PAGE ? { at: last.at, key: last.key } : null,
    explained: found.explained.map(toDifference),
    now,
  };
}

function toDifference({
  number,
  explainedAt,
  explainedBy,
  note,
  kind,
  problem,
  ...row
}: StoredDifference): Difference {
  return {
    ...row,
    kind: kind as DifferenceKind,
    problem: problem as Problem,
    orderName: number === null ? null : orderNumber(number),
    explained: explainedAt === null ? null : { at: explainedAt, by: explainedBy ?? "", note: note ?? "" },
  };
}
