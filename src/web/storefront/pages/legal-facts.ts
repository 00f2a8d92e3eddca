import { HOLD_MINUTES } from "#domain/checkout/checkout.ts";
import { formatDeliveryDays } from "#domain/checkout/delivery-days.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { LegalFacts } from "#domain/settings/legal-text.ts";
import { formatReturns, formatReturnWindow } from "#domain/settings/return-window.ts";
import type { ShippingSettings, StoreSettings } from "#domain/settings/settings.ts";
import { businessContact } from "./business-contact.ts";

/** What the legal texts may quote from the current settings. */
export function legalFacts({ businessInfo, tax, shipping }: StoreSettings): LegalFacts {
  const { email, addressLines } = businessContact(businessInfo);
  return {
    "store name": businessInfo.storeName,
    address: addressLines.join("\n"),
    email: email ?? "",
    "tax note": formatTaxCheck(tax),
    "shipping cost": formatShippingCost(shipping),
    "delivery days": formatDeliveryDays(shipping),
    "hold minutes": String(HOLD_MINUTES),
    returns: formatReturns(shipping),
    "return window": formatReturnWindow(shipping.returnDays),
  };
}

function formatTaxCheck(tax: StoreSettings["tax"]): string {
  const { enableTax, includeTaxInPrice, defaultTaxRate, taxByState } = tax;
  if (!enableTax) return "";
  if (taxByState && !includeTaxInPrice)
    return "Sales tax is added at checkout, based on the state you ship to.";
  return includeTaxInPrice
    ? "Tax is included in them."
    : `Sales tax of ${defaultTaxRate}% is added in the cart.`;
}

/** What shipping costs by the current settings, in a sentence or two. */
export function formatShippingCost(shipping: ShippingSettings): string {
  if (!shipping.enableFlatRateShipping || shipping.flatRateShippingCost === 0) {
    return "Shipping is free on every order.";
  }
  const flat = `Shipping is ${formatMoney(shipping.flatRateShippingCost)} per order, no matter how many items you buy.`;
  const { enableFreeShipping, freeShippingThreshold } = shipping;
  if (!enableFreeShipping || freeShippingThreshold === null) return flat;
  return `${flat} Orders of ${formatMoney(freeShippingThreshold)} or more ship free.`;
}
