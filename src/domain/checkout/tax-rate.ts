// Which sales tax goods bear: one rate for all, or the rate of the state that the shipment goes to. Decision 185.
import type { TaxSettings } from "../settings/settings.ts";

/**
 * The rate in percent that is added to the goods. `shipTo`: the two letters of the state that the shipment goes to, null
 * while it is not known. Null: it goes by the state, so it is not known either.
 */
export function taxRateFor(tax: TaxSettings, shipTo: string | null = null): number | null {
  if (!isTaxAdded(tax)) return 0;
  if (!tax.taxByState) return tax.defaultTaxRate;
  return shipTo === null ? null : (tax.stateRates[shipTo] ?? 0);
}

/** Some states tax what shipping costs, as they tax the goods. */
export function isShippingTaxed(tax: TaxSettings, shipTo: string | null = null): boolean {
  return isTaxAdded(tax) && tax.taxByState && shipTo !== null && tax.taxedShipping.includes(shipTo);
}

/** It is on, and not in the prices already. Only then is there a line of it. */
export function isTaxAdded({ enableTax, includeTaxInPrice }: TaxSettings): boolean {
  return enableTax && !includeTaxInPrice;
}

/** "Tax (8.25%)", and "Tax" until the destination is known. */
export function taxLabel(tax: TaxSettings, shipTo: string | null = null): string {
  const rate = taxRateFor(tax, shipTo);
  return rate === null ? "Tax" : `Tax (${rate}%)`;
}
