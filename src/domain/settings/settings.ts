import type { DayRange } from "../checkout/delivery.ts";
import type { Cents } from "../money/money.ts";
import type { ReturnTerms } from "./return-window.ts";

/** The one settings record of the store. Amounts are cents, the tax rate is a percentage from 0 to 100. */
export type StoreSettings = {
  businessInfo: BusinessInfo;
  tax: TaxSettings;
  shipping: ShippingSettings;
};

export type BusinessInfo = {
  storeName: string;
  email: string;
  phone: string;
  address: string;
  logoUrl: string;
};

export type TaxSettings = {
  enableTax: boolean;
  defaultTaxRate: number;
  includeTaxInPrice: boolean;
  /** The rate is that of the state that the shipment goes to, and not the default one. */
  taxByState: boolean;
  /** In percent, by the two letters of the state. In a state that is missing nothing is added. */
  stateRates: Readonly<Record<string, number>>;
  /** The states of the table that tax shipping, too. */
  taxedShipping: readonly string[];
};

export type ShippingSettings = ReturnTerms & {
  enableFlatRateShipping: boolean;
  flatRateShippingCost: Cents;
  /** null: no threshold was ever set, so free shipping cannot apply. */
  freeShippingThreshold: Cents | null;
  enableFreeShipping: boolean;
  /** A shipment arrives on one of these delivery days after its order. */
  deliveryDaysMin: number;
  deliveryDaysMax: number;
  /** No day of delivery: all federal holidays, as at USPS; or else only those on which no carrier delivers. */
  keepsFederalHolidays: boolean;
  /** Days of the owner's on which nothing is sent or counted. */
  daysOff: DayRange[];
  /** How long after an order its customer may correct it; 0: not at all. */
  fixMinutes: number;
};

export const defaultStoreSettings: StoreSettings = {
  businessInfo: { storeName: "Golf Pro Shop", email: "", phone: "", address: "", logoUrl: "" },
  tax: {
    enableTax: false,
    defaultTaxRate: 0,
    includeTaxInPrice: false,
    taxByState: false,
    stateRates: {},
    taxedShipping: [],
  },
  shipping: {
    enableFlatRateShipping: true,
    flatRateShippingCost: 599,
    freeShippingThreshold: 5000,
    enableFreeShipping: false,
    deliveryDaysMin: 3,
    deliveryDaysMax: 5,
    keepsFederalHolidays: true,
    daysOff: [],
    returnDays: 30,
    returnCondition: "Unworn, with tags",
    returnsAreFree: false,
    refundDays: 5,
    fixMinutes: 60,
  },
};

/** "Golf Pro Shop" → "GPS", the wordmark on a phone. At most three letters. */
export function storeInitials(storeName: string): string {
  const words = storeName.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = words.length > 1 ? words.map((word) => word[0]) : [...(words[0] ?? "")];
  return letters.slice(0, 3).join("").toUpperCase();
}
