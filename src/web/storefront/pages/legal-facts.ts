import { HOLD_MINUTES } from "#domain/checkout/checkout.ts";
import type { LegalFacts } from "#domain/settings/legal-text.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import { businessContact } from "./business-contact.ts";
import { tellShippingCost } from "./shipping-cost.ts";

/** What the legal texts may quote from the current settings. */
export function legalFacts({ businessInfo, tax, shipping }: StoreSettings): LegalFacts {
  const { email, addressLines } = businessContact(businessInfo);
  return {
    "store name": businessInfo.storeName,
    address: addressLines.join("\n"),
    email: email ?? "",
    "tax note": tellTax(tax),
    "shipping cost": tellShippingCost(shipping),
    "hold minutes": String(HOLD_MINUTES),
  };
}

function tellTax({ enableTax, includeTaxInPrice, defaultTaxRate }: StoreSettings["tax"]): string {
  if (!enableTax) return "";
  return includeTaxInPrice
    ? "Tax is included in them."
    : `Sales tax of ${defaultTaxRate}% is added in the cart.`;
}
