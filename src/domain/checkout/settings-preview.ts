import type { Discount } from "../discount/discount.ts";
import { type Cents, formatMoney } from "../money/money.ts";
import type { StoreSettings } from "../settings/settings.ts";
import { type PricedLine, priceCart } from "./pricing.ts";

/** How many past orders the new rules are tried on. */
export const PREVIEW_ORDERS = 20;

/** Fewer say nothing about the next ones. */
const PREVIEW_ORDERS_MIN = 5;

/** `shipTo`: the state that it was taxed by; null for none. */
export type PastOrder = {
  lines: PricedLine[];
  total: Cents;
  shipTo: string | null;
  /** What it took off the goods, or that it made the shipping free. */
  discount: Pick<Discount, "kind" | "value"> | null;
};

export type SettingsPreview = {
  count: number;
  /** How many of them would have paid no shipping. */
  free: number;
  /** How much more customers would have paid per order; negative for less. */
  averageDifference: Cents;
};

/**
 * What past orders would have cost under other rules, at the prices that were paid and with the discount they had. As at
 * the checkout, one that would make an order dearer under these rules is not applied.
 */
export function previewSettings(
  orders: PastOrder[],
  rules: Pick<StoreSettings, "tax" | "shipping">,
): SettingsPreview {
  const priced = orders.map(({ lines, total, shipTo, discount }) => {
    const now = priceCart(lines, { ...rules, shipTo, discounts: discount ? [earned(discount)] : [] });
    return { isFree: now.shipping === 0, difference: now.total - total };
  });
  const sum = priced.reduce((all, { difference }) => all + difference, 0);
  return {
    count: orders.length,
    free: priced.filter(({ isFree }) => isFree).length,
    averageDifference: orders.length === 0 ? 0 : Math.round(sum / orders.length),
  };
}

/** The order has met its terms already, and the same goods are as much cheaper under any rules. */
function earned(discount: Pick<Discount, "kind" | "value">): Discount {
  return { id: "", code: null, name: "", subtotalMin: 0, productIds: null, ...discount };
}

/**
 * "Of the last 20 orders, 3 would have shipped free, −$2.10 on average" next to the shipping rules; next to the tax rules
 * "The last 20 orders: −$2.10 on average". null: there are too few orders.
 */
export function previewText(
  { count, free, averageDifference }: SettingsPreview,
  beside: "tax" | "shipping",
): string | null {
  if (count < PREVIEW_ORDERS_MIN) return null;
  const orders = `last ${count} orders`;
  const sign = averageDifference < 0 ? "−" : "+";
  const average =
    averageDifference === 0
      ? "no change on average"
      : `${sign}${formatMoney(Math.abs(averageDifference))} on average`;
  if (free === 0 && averageDifference === 0) return `The ${orders}: no change`;
  if (beside === "tax" || free === 0) return `The ${orders}: ${average}`;
  return `Of the ${orders}, ${free} would have shipped free, ${average}`;
}
