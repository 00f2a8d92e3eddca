// The postal address as a wallet gives it. The rules are those of the shipping form, and each sentence says where the
// shopper can put it right: in the wallet.
import type { BillingDetails, ExpressCheckoutPartialAddress, ShippingAddress } from "@stripe/stripe-js";
import {
  parseShippingInfo,
  type ShippingErrors,
  type ShippingField,
  type ShippingInfo,
} from "#domain/postal-address/shipping-address.ts";
import { parseUsState } from "#domain/postal-address/us-states.ts";

/** To ISO 3166, and so to wallets, these are countries; to the postal service, and so here, they are states. */
const TERRITORIES = ["AS", "GU", "MP", "PR", "VI"];
const US = ["US", "USA", "UNITED STATES"];

/** Countries that the provider lets a wallet ship to. It takes none of the other territories; inside the US they are states. */
export const WALLET_COUNTRIES = ["US", "PR", "GU"];

/** State and country as the shipping form has them. A wallet without a country says nothing about where it is. */
function regionOf({ state, country }: { state: string; country: string }) {
  const code = country.trim().toUpperCase();
  if (TERRITORIES.includes(code)) return { state: code, country: "US" };
  return { state, country: US.includes(code) ? "US" : country || "unknown" };
}

/** The two letters of the state that the shipment goes to; null when it is none. */
export function shipToOf(address: ExpressCheckoutPartialAddress): string | null {
  return parseUsState(regionOf(address).state);
}

/** What a wallet shows of an address before the shopper has agreed to pay: no name, no street. */
const SHOWN = ["city", "state", "postalCode", "country"] as const satisfies ShippingField[];

/** Whether a shipment can't go to this place. */
export function isRefused(address: ExpressCheckoutPartialAddress): boolean {
  const { city, postal_code: postalCode } = address;
  const parsed = parseShippingInfo({ city, postalCode, ...regionOf(address) });
  return !parsed.ok && SHOWN.some((field) => parsed.errors[field] !== undefined);
}

export type WalletDetails = { billingDetails?: BillingDetails; shippingAddress?: ShippingAddress };

export type WalletAddress = { ok: true; value: ShippingInfo } | { ok: false; said: string };

/** The wallet's address → a postal address for the shipment, or its errors. */
export function readWallet({ billingDetails, shippingAddress }: WalletDetails): WalletAddress {
  const address = shippingAddress?.address;
  const parsed = parseShippingInfo({
    name: shippingAddress?.name || billingDetails?.name,
    email: billingDetails?.email,
    phone: "",
    address1: address?.line1,
    address2: address?.line2,
    city: address?.city,
    postalCode: address?.postal_code,
    ...(address ? regionOf(address) : { country: "unknown" }),
  });
  return parsed.ok ? parsed : { ok: false, said: formatAddressErrors(parsed.errors) };
}

/** The most important error, as a sentence. */
export function formatAddressErrors(errors: ShippingErrors): string {
  const wrong = errors.country ?? Object.values(errors)[0] ?? "This address can't be used";
  return `${wrong}. Change it in your wallet, or choose another address there. Nothing was charged.`;
}
