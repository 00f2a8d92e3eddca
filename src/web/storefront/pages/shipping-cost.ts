import { formatMoney } from "#domain/money/money.ts";
import type { ShippingSettings } from "#domain/settings/settings.ts";

/** What shipping costs by the current settings, in a sentence or two. */
export function tellShippingCost(shipping: ShippingSettings): string {
  if (!shipping.enableFlatRateShipping || shipping.flatRateShippingCost === 0) {
    return "Shipping is free on every order.";
  }
  const flat = `Shipping costs ${formatMoney(shipping.flatRateShippingCost)} per order, however many items are in it.`;
  const { enableFreeShipping, freeShippingThreshold } = shipping;
  if (!enableFreeShipping || freeShippingThreshold === null) return flat;
  return `${flat} Orders of ${formatMoney(freeShippingThreshold)} or more ship free.`;
}
