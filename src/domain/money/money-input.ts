// Where amounts come from: what somebody typed, and a percentage of another amount. Separate from money.ts
// because the storefront's pages only show amounts, so shoppers need not load this.
import type { Cents } from "./money.ts";

/**
 * Text of a price field ("36.5", "$1,036.50") → cents, or null when it is not an amount with at most
 * two decimals. Works on the digits, never on a float, so 1.005 or 4.35 cannot lose a cent.
 */
export function parseDollars(text: string): Cents | null {
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,9})?(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match || (match[1] === undefined && match[2] === undefined)) return null;
  const whole = Number((match[1] ?? "0").replaceAll(",", ""));
  return whole * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/**
 * `percent` (0 to 100, at most four decimals) of an amount, rounded half up to the cent. Computed on
 * integers: 8.875 % of 10000 is 887.5 and must round to 888 on every machine.
 */
export function percentOf(cents: Cents, percent: number): Cents {
  const scaled = BigInt(Math.round(percent * 10_000));
  return Number((BigInt(cents) * scaled + 500_000n) / 1_000_000n);
}
