// What a comparison of all money says, in words.
import type { Cents } from "../money/money.ts";

/** How many pairs there are, whether they match or not. */
export type PairCounts = { payments: number; refunds: number; disputes: number };

export type MoneyFigures = PairCounts & {
  providerIn: Cents;
  /** Refunds that have not failed, and disputes that were lost. */
  providerOut: Cents;
  booksIn: Cents;
  booksOut: Cents;
  /** Payments and refunds of other software on the same account. */
  others: number;
};

export type MoneyState = {
  /** Everything up to this ISO time was compared; null: never, with the keys of now. */
  comparedUntil: string | null;
  isChecking: boolean;
  /** Since when the check fails, and why: mostly that Stripe can't be asked. */
  failing: { since: string; error: string } | null;
  counts: PairCounts;
  /** That have to be looked at; fresh ones and explained ones are not among them. */
  open: number;
  fresh: number;
  explained: number;
};

/** A check is late when it has missed a night. */
export const CHECK_LATE_MS = 36 * 60 * 60_000;

const count = new Intl.NumberFormat("en-US");
const totalOf = ({ payments, refunds, disputes }: PairCounts) => payments + refunds + disputes;

/** Whether the last comparison says anything of now. */
export function isCurrent({ comparedUntil, failing }: MoneyState, now: number): boolean {
  return comparedUntil !== null && failing === null && now - Date.parse(comparedUntil) < CHECK_LATE_MS;
}

/** "All 1,204 match", "3 of 1,204 do not match": of what was compared. Nothing is called a match before it was. */
export function formatMatches(state: MoneyState): string {
  const { comparedUntil, counts, open, fresh, explained } = state;
  if (comparedUntil === null) return "Not compared yet";
  const total = totalOf(counts);
  if (open > 0) {
    return `${count.format(open)} of ${count.format(total)} ${open === 1 ? "does" : "do"} not match`;
  }
  if (total === 0) return "No payments to compare yet";
  const matching = total - fresh - explained;
  if (matching <= 0) return "Nothing left to check";
  if (matching > 1) return `All ${count.format(matching)} match`;
  return total === 1 ? "It matches" : "One matches, with nothing left to check";
}

/** "812 payments, 380 refunds and 12 disputes" */
export function formatCounts({ payments, refunds, disputes }: PairCounts): string {
  const told = (number: number, one: string) => `${count.format(number)} ${one}${number === 1 ? "" : "s"}`;
  return `${told(payments, "payment")}, ${told(refunds, "refund")} and ${told(disputes, "dispute")}`;
}
