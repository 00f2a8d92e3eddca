import { expect, test } from "vitest";
import { differenceOf, parseNote } from "./difference.ts";
import { CHECK_LATE_MS, formatCounts, formatMatches, isCurrent, type MoneyState } from "./money-figures.ts";
import { isPairKey, moneySearchText, parseMoneySearch } from "./money-search.ts";

const state: MoneyState = {
  comparedUntil: "2026-06-01T10:00:00.000Z",
  isChecking: false,
  failing: null,
  counts: { payments: 812, refunds: 380, disputes: 12 },
  open: 0,
  fresh: 0,
  explained: 0,
};
const now = Date.parse("2026-06-01T12:00:00.000Z");

test("[KN-4] the headline counts what was compared, and says nothing of what was not", () => {
  expect(formatMatches(state)).toBe("All 1,204 match");
  expect(formatCounts(state.counts)).toBe("812 payments, 380 refunds and 12 disputes");
  expect(formatMatches({ ...state, fresh: 1, explained: 2 })).toBe("All 1,201 match");
  expect(formatMatches({ ...state, open: 1 })).toBe("1 of 1,204 does not match");
  expect(formatMatches({ ...state, open: 3 })).toBe("3 of 1,204 do not match");
  expect(formatMatches({ ...state, comparedUntil: null })).toBe("Not compared yet");
  expect(formatMatches({ ...state, counts: { payments: 0, refunds: 0, disputes: 0 } })).toBe(
    "No payments to compare yet",
  );
});

test("[KN-4] the headline of few pairs counts only those that match", () => {
  const of = (payments: number, explained: number, fresh = 0) =>
    formatMatches({ ...state, counts: { payments, refunds: 0, disputes: 0 }, explained, fresh });
  expect(of(1, 0)).toBe("It matches");
  expect(of(5, 4)).toBe("One matches, with nothing left to check");
  expect(of(2, 0, 1)).toBe("One matches, with nothing left to check");
  expect(of(1, 1)).toBe("Nothing left to check");
  expect(of(1, 0, 1)).toBe("Nothing left to check");
});

test("[KN-4] a comparison is of now until it misses a night or the provider is away", () => {
  expect(isCurrent(state, now)).toBe(true);
  expect(isCurrent(state, now + CHECK_LATE_MS)).toBe(false);
  expect(isCurrent({ ...state, failing: { since: "2026-06-01T11:00:00Z", error: "busy" } }, now)).toBe(false);
  expect(isCurrent({ ...state, comparedUntil: null }, now)).toBe(false);
});

test("[KN-4] hostile days, keys, and notes are reported or ignored", () => {
  const parse = (query: string) => parseMoneySearch(new URLSearchParams(query), "2026-06-15");
  const month = { from: "2026-06-01", to: "2026-06-30" };
  expect(parse("")).toEqual({ days: month, preset: "this-month", said: null, after: null });
  expect(parse("period=__proto__").days).toEqual(month);
  for (const query of ["from=x&to=y", "from=2026-02-30&to=2026-03-01", "from=2026-06-02&to=2026-06-01"]) {
    expect(parse(query)).toMatchObject({ days: month, said: expect.any(String) });
  }
  expect(parse("from=2010-01-01&to=2026-06-01").said).toContain("at most 10 years");
  expect(parse("from=2017-01-01&to=2026-06-01").said).toBeNull();
  for (const after of ["x", "2026-06-01T00:00:00.000Z", "2026-13-41T99:00:00.000Z payment:pi_1", "'; --"]) {
    expect(parse(`after=${encodeURIComponent(after)}`).after).toBeNull();
  }
  const next = { at: "2026-06-01T00:00:00.000Z", key: "payment:pi_1" };
  expect(parse(moneySearchText({ days: month, preset: null, after: next }))).toMatchObject({
    days: month,
    after: next,
  });
  expect(["payment:pi_1", "refund:", "order:1", "payment:a b"].map(isPairKey)).toEqual([
    ...[true, false, false, false],
  ]);
  expect([parseNote("  "), parseNote("x".repeat(501)), parseNote(" ok ")]).toEqual([null, null, "ok"]);
});

test("[KN-4] the difference is what the provider has more", () => {
  expect(differenceOf({ providerAmount: 500, booksAmount: null })).toBe(500);
  expect(differenceOf({ providerAmount: 3798, booksAmount: 3799 })).toBe(-1);
});
