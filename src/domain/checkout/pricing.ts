// The one function that knows what a cart costs. The browser calls it to show a total and the server to decide
// one, so both agree whenever they use the same prices and settings.
// Order of steps: lines → subtotal → tax → shipping → total. All amounts are cents.
import type { Cents } from "../money/money.ts";
import { percentOf } from "../money/money-input.ts";
import type { ShippingSettings, StoreSettings, TaxSettings } from "../settings/settings.ts";

export type PricedLine = { unitPrice: Cents; quantity: number };

export type Totals = { subtotal: Cents; tax: Cents; shipping: Cents; total: Cents };

export function priceCart(lines: PricedLine[], settings: Pick<StoreSettings, "tax" | "shipping">): Totals {
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const tax = taxOn(subtotal, settings.tax);
  const shipping = lines.length === 0 ? 0 : shippingFor(subtotal, settings.shipping);
  return { subtotal, tax, shipping, total: subtotal + tax + shipping };
}

/** 0 when tax is off or already included in the prices. */
function taxOn(subtotal: Cents, tax: TaxSettings): Cents {
  return tax.enableTax && !tax.includeTaxInPrice ? percentOf(subtotal, tax.defaultTaxRate) : 0;
}

export function shippingFor(subtotal: Cents, shipping: ShippingSettings): Cents {
  if (!shipping.enableFlatRateShipping) return 0;
  return isShippingFree(subtotal, shipping) ? 0 : shipping.flatRateShippingCost;
}

/** Free shipping is on, has a threshold, and the subtotal reaches it. */
export function isShippingFree(subtotal: Cents, shipping: ShippingSettings): boolean {
  const { enableFreeShipping, freeShippingThreshold } = shipping;
  return enableFreeShipping && freeShippingThreshold !== null && subtotal >= freeShippingThreshold;
}

/** How much is missing for free shipping; null when it does not apply or is already reached. */
export function missingForFreeShipping(subtotal: Cents, shipping: ShippingSettings): Cents | null {
  const { enableFlatRateShipping, enableFreeShipping, freeShippingThreshold } = shipping;
  if (!enableFlatRateShipping || !enableFreeShipping || freeShippingThreshold === null) return null;
  return subtotal >= freeShippingThreshold ? null : freeShippingThreshold - subtotal;
}
