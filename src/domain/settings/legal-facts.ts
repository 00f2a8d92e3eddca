import { HOLD_MINUTES } from "../checkout/checkout.ts";
import { tellDeliveryDays } from "../checkout/delivery-days.ts";
import { formatMoney } from "../money/money.ts";
import { businessContact } from "./business-contact.ts";
import type { LegalFacts } from "./legal-text.ts";
import { tellReturns, tellReturnWindow } from "./return-window.ts";
import type { ShippingSettings, StoreSettings } from "./settings.ts";

/** What the owner's texts may quote from the current settings. */
export function legalFacts({ businessInfo, tax, shipping }: StoreSettings): LegalFacts {
  const { email, addressLines } = businessContact(businessInfo);
  return {
    "store name": businessInfo.storeName,
    address: addressLines.join("\n"),
    email: email ?? "",
    "tax note": tellTax(tax),
    "shipping cost": tellShippingCost(shipping),
    "shipping rate": isAlwaysFree(shipping)
      ? "free on every order"
      : "at one flat rate that you see before you pay",
    "delivery days": tellDeliveryDays(shipping),
    "hold minutes": String(HOLD_MINUTES),
    returns: tellReturns(shipping),
    "return window": tellReturnWindow(shipping.returnDays),
  };
}

function tellTax(tax: StoreSettings["tax"]): string {
  const { enableTax, includeTaxInPrice, defaultTaxRate, taxByState } = tax;
  if (!enableTax) return "";
  if (taxByState && !includeTaxInPrice)
    return "Sales tax is added at checkout, by the state that the parcel goes to.";
  return includeTaxInPrice
    ? "Tax is included in them."
    : `Sales tax of ${defaultTaxRate}% is added in the cart.`;
}

function isAlwaysFree({ enableFlatRateShipping, flatRateShippingCost }: ShippingSettings): boolean {
  return !enableFlatRateShipping || flatRateShippingCost === 0;
}

/** What shipping costs by the current settings, in a sentence or two. */
export function tellShippingCost(shipping: ShippingSettings): string {
  if (isAlwaysFree(shipping)) return "Shipping is free on every order.";
  const flat = `Shipping costs ${formatMoney(shipping.flatRateShippingCost)} per order, however many items are in it.`;
  const { enableFreeShipping, freeShippingThreshold } = shipping;
  if (!enableFreeShipping || freeShippingThreshold === null) return flat;
  return `${flat} Orders of ${formatMoney(freeShippingThreshold)} or more ship free.`;
}
