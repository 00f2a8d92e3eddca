// Money is an integer number of cents of one currency, US dollars. Nothing in the shop holds dollars as a
// floating-point number: text becomes cents once (parseDollars), cents become text once (formatMoney), and
// every sum in between is exact. Rounding happens in one place only, where a percentage is taken.

/** An integer number of US cents. */
export type Cents = number;

export const CURRENCY = "usd";

/** Stripe's limits for one card payment in US dollars, in cents. */
export const CHARGE_MIN: Cents = 50;
export const CHARGE_MAX: Cents = 99_999_999;

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** 3650 → "$36.50". en-US everywhere, so that server and browser print the same text. */
export function formatMoney(cents: Cents): string {
  return dollars.format(cents / 100);
}

/** 3650 → "36.50", for inputs and structured data. */
export function formatDollars(cents: Cents): string {
  const sign = cents < 0 ? "-" : "";
  const absolute = Math.abs(cents);
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, "0")}`;
}

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

/** Whether a value is a whole, not negative number of cents that arithmetic stays exact on. */
export function isCents(value: unknown): value is Cents {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/**
 * `percent` (0 to 100, at most four decimals) of an amount, rounded half up to the cent. Computed on
 * integers: 8.875 % of 10000 is 887.5 and must round to 888 on every machine.
 */
export function percentOf(cents: Cents, percent: number): Cents {
  const scaled = BigInt(Math.round(percent * 10_000));
  return Number((BigInt(cents) * scaled + 500_000n) / 1_000_000n);
}
