// How much more a shopper must buy until the threshold of free shipping is reached.
import type { Discount } from "../discount/discount.ts";
import type { Cents } from "../money/money.ts";
import { type PricedLine, type PriceRules, priceCart, priceLines } from "./pricing.ts";

/**
 * The least amount of further goods with which the shipping costs nothing. Null when it is free already, when there is no
 * such amount, and when it depends on which goods are added.
 */
export function missingForFreeShipping(lines: readonly PricedLine[], rules: PriceRules): Cents | null {
  const { enableFreeShipping, freeShippingThreshold: threshold } = rules.shipping;
  const { totals, chosen } = priceLines(lines, rules);
  if (totals.shipping === 0 || !enableFreeShipping || threshold === null) return null;
  if (chosen?.kind === "percent" && chosen.productIds) return null;
  // The cart may get another discount with what is added, or none: pricing decides.
  const amounts = [null, ...(rules.discounts ?? [])]
    .map((discount) => subtotalFor(threshold, discount) - totals.subtotal)
    .filter(
      (more) =>
        more > 0 &&
        more < Infinity &&
        priceCart([...lines, { unitPrice: more, quantity: 1 }], rules).shipping === 0,
    );
  return amounts.length > 0 ? Math.min(...amounts) : null;
}

/** The least that goods must cost before the discount to reach the threshold after it; infinite where it takes all. */
function subtotalFor(threshold: Cents, discount: Discount | null): Cents {
  const value = discount?.value ?? 0;
  // The discount is rounded half up, so what is left must come closer to the threshold than half a cent.
  return discount?.kind === "percent"
    ? Math.floor((100 * threshold - 50) / (100 - value)) + 1
    : threshold + value;
}
