import type { Mismatch, PairKind, Problem } from "#domain/matches/mismatch.ts";
import type { MoneyFigures, MoneyState } from "#domain/matches/money-figures.ts";
import { type MoneySearch, parseMoneySearch } from "#domain/matches/money-search.ts";
import { orderNumber } from "#domain/order/order.ts";
import { shopDay, spanOfDays } from "#domain/text/dates.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import type { Shop } from "../shop.ts";
import { noCheck } from "./check-queries.ts";
import { findMoney, type StoredMismatch } from "./money-queries.ts";
import { readingOf } from "./pairs.ts";

/** More are on the next page. */
export const MISMATCHES_PER_PAGE = 50;

export type MoneyPage = {
  search: MoneySearch;
  today: string;
  timeZone: string;
  state: MoneyState;
  /** Of the days that are asked for. */
  figures: MoneyFigures;
  mismatches: Mismatch[];
  next: MoneySearch["after"];
  /** The newest ones. */
  explained: Mismatch[];
  now: number;
};

/** What the last check found, and the sums of some days. Two statements. */
export async function loadMatches(shop: Shop, params: URLSearchParams): Promise<MoneyPage> {
  const { timeZone } = await loadProfile(shop);
  const now = shop.clock();
  const today = shopDay(now, timeZone);
  const search = parseMoneySearch(params, today);
  const found = await findMoney(shop.db, readingOf(shop), {
    span: spanOfDays(search.days, timeZone),
    after: search.after,
    limit: MISMATCHES_PER_PAGE,
  });
  const check = found.check ?? noCheck;
  const isLeased = check.leasedUntil !== null && Date.parse(check.leasedUntil) > now;
  const listed = found.mismatches.map(told);
  const last = listed[MISMATCHES_PER_PAGE - 1];
  return {
    search,
    today,
    timeZone,
    state: {
      comparedUntil: check.comparedUntil,
      isChecking: check.failing === null && (isLeased || check.askedAt !== null),
      failing: check.failing,
      counts: found.counts,
      ...found.numbers,
    },
    figures: found.figures,
    mismatches: listed.slice(0, MISMATCHES_PER_PAGE),
    next: last && listed.length > MISMATCHES_PER_PAGE ? { at: last.at, key: last.key } : null,
    explained: found.explained.map(told),
    now,
  };
}

function told({ number, explainedAt, explainedBy, note, kind, problem, ...row }: StoredMismatch): Mismatch {
  return {
    ...row,
    kind: kind as PairKind,
    problem: problem as Problem,
    orderName: number === null ? null : orderNumber(number),
    explained: explainedAt === null ? null : { at: explainedAt, by: explainedBy ?? "", note: note ?? "" },
  };
}
