// Pairs as a spreadsheet file for the bookkeeper. Amounts are plain numbers in dollars.
import { type Cents, formatDollars } from "../money/money.ts";
import { BYTE_ORDER_MARK, csvLine } from "../text/csv.ts";
import { wallTime } from "../text/dates.ts";
import { type Difference, type PairKind, pairKinds, problems } from "./difference.ts";

/** A pair as it is listed; `problem` is null where it matches. */
export type Pair = Pick<
  Difference,
  | "itemId"
  | "orderName"
  | "at"
  | "providerAmount"
  | "providerStatus"
  | "booksAmount"
  | "booksStatus"
  | "currency"
> & { kind: PairKind; intentId: string; problem: Difference["problem"] | null; note: string | null };

const columns: readonly (readonly [string, (pair: Pair, timeZone: string) => string | number])[] = [
  ["Time", ({ at }, timeZone) => wallTime(Date.parse(at), timeZone)],
  ["What", ({ kind }) => pairKinds[kind]],
  ["At Stripe", ({ itemId }) => itemId],
  ["Payment", ({ intentId }) => intentId],
  ["Order", ({ orderName }) => orderName ?? ""],
  ["Currency", ({ currency }) => (currency ?? "").toUpperCase()],
  ["Amount at Stripe", ({ providerAmount }) => dollars(providerAmount)],
  ["Amount in the shop", ({ booksAmount }) => dollars(booksAmount)],
  ["State at Stripe", ({ providerStatus }) => providerStatus ?? ""],
  ["State in the shop", ({ booksStatus }) => booksStatus ?? ""],
  ["Result", ({ problem }) => (problem === null ? "matches" : problems[problem].title)],
  // A note may name a customer, and this file is had without the password.
  ["Explained", ({ note }) => (note === null ? "" : "yes")],
];

const dollars = (cents: Cents | null) => (cents === null ? "" : formatDollars(cents));

export function pairsCsvHead(): string {
  return `${BYTE_ORDER_MARK}${csvLine(columns.map(([label]) => label))}`;
}

export function pairsCsvLine(pair: Pair, timeZone: string): string {
  return csvLine(columns.map(([, value]) => value(pair, timeZone)));
}
