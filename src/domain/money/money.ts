// Money is an integer number of cents of one currency, US dollars. Nothing in the shop holds dollars as a
// floating-point number: text becomes cents once (money-input.ts), cents become text once (formatMoney), and
// every sum in between is exact. Rounding happens in one place only, where a percentage is taken.

/** An integer number of US cents. */
export type Cents = number;

export const CURRENCY = "usd";

/** Stripe's limits for one card payment in US dollars, in cents. */
export const CHARGE_MIN: Cents = 50;
export const CHARGE_MAX: Cents = 99_999_999;

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: CURRENCY });

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

/** Whether a value is a whole, non-negative number of cents within the range of exact arithmetic. */
export function isCents(value: unknown): value is Cents {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
