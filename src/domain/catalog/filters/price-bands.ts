// Prices as a filter offers them: a few fixed bands, so that a list has few addresses, each has a count, and no
// script is needed to choose one. Shoppers see those that products of the list are in.

import type { Cents } from "../../money/money.ts";

/** Where a band ends and the next one begins, in dollars. */
const EDGES = [25, 50, 75, 100, 150, 200, 300, 500] as const;

export type PriceBand = {
  /** As in an address, in dollars: "25-50"; the last one "500-". */
  value: string;
  /** "$25 to $50" */
  label: string;
  /** Cents. */
  from: number;
  /** Cents; no longer in the band. null: no end. */
  below: number | null;
};

/** From low to high, without a gap. */
export const priceBands: readonly PriceBand[] = [0, ...EDGES].map((from, index) => {
  const to = EDGES[index];
  const end = to === undefined ? "and up" : `to $${to}`;
  return {
    value: `${from}-${to ?? ""}`,
    label: from === 0 ? `Under $${to}` : `$${from} ${end}`,
    from: from * 100,
    below: to === undefined ? null : to * 100,
  };
});

export function priceBandOf(price: Cents): PriceBand {
  const band = priceBands.findLast(({ from }) => price >= from);
  if (!band) throw new Error(`no price is ${price}`);
  return band;
}
