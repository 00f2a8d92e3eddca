import { HOLD_MINUTES } from "../checkout/checkout.ts";
import { formatDeliveryDays } from "../checkout/delivery-days.ts";
import { formatMoney } from "../money/money.ts";
import { businessContact } from "./business-contact.ts";
import type { LegalFacts } from "./legal-text.ts";
import { formatReturns, formatReturnWindow } from "./return-window.ts";
import type { ShippingSettings, StoreSettings } from "./settings.ts";

/** What the owner's texts may quote from the current settings. */
export function legalFacts({ businessInfo, tax, shipping }: StoreSettings): LegalFacts {
  const { email, addressLines } = businessContact(businessInfo);
  return {
    "store name": businessInfo.storeName,
    address: addressLines.join("\n"),
    email: email ?? "",
    "tax note": formatTaxCheck(tax),
    "shipping cost": formatShippingCost(shipping),
    "shipping rate": isAlwaysFree(shipping)
      ? "free on every order"
      : "at one flat rate that you see before you pay",
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

function isAlwaysFree({ enableFlatRateShipping, flatRateShippingCost }: ShippingSettings): boolean {
  return !enableFlatRateShipping || flatRateShippingCost === 0;
}

/** What shipping costs by the current settings, in a sentence or two. */
export function formatShippingCost(shipping: ShippingSettings): string {
  if (isAlwaysFree(shipping)) return "Shipping is free on every order.";
  const flat = `Shipping is ${formatMoney(shipping.flatRateShippingCost)} per order, no matter how many items you buy.`;
  const { enableFreeShipping, freeShippingThreshold } = shipping;
  if (!enableFreeShipping || freeShippingThreshold === null) return flat;
  return `${flat} Orders of ${formatMoney(freeShippingThreshold)} or more ship free.`;
}
