import type { Cents } from "../money/money.ts";

/**
 * Spreads a discount over amounts by the largest remainder: each part is its exact share rounded down or up, the cents
 * that rounding leaves go to the largest fractions (the first of equal ones), and the parts add up to the discount. No
 * part is above its amount. `discount` is at most the sum of `amounts`.
 */
export function spreadDiscount(discount: Cents, amounts: readonly Cents[]): Cents[] {
  const sum = BigInt(amounts.reduce((all, amount) => all + amount, 0));
  if (sum === 0n) return amounts.map(() => 0);
  const shares = amounts.map((amount, at) => {
    const exact = BigInt(discount) * BigInt(amount);
    return { at, part: Number(exact / sum), rest: exact % sum };
  });
  const left = discount - shares.reduce((all, { part }) => all + part, 0);
  const rounded = [...shares].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1));
  for (const share of rounded.slice(0, left)) share.part += 1;
  return shares.map(({ part }) => part);
}
