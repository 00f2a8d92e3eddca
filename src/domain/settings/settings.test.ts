import { expect, test } from "vitest";
import { defaultStoreSettings, storeInitials } from "./settings.ts";

test("[DB-4] [PA-1] the defaults are the specification's, with its 3 to 5 delivery days, no days off, and 30 days to send things back", () => {
  expect(defaultStoreSettings).toEqual({
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
  });
});

test.each([
  ["Golf Pro Shop", "GPS"],
  ["The Nineteenth Hole Hat Company", "TNH"],
  ["Birdie", "BIR"],
  ["Él & Co.", "ÉC"],
  ["", ""],
])("[HD-4] the wordmark of %j shrinks to %j", (name, initials) => {
  expect(storeInitials(name)).toBe(initials);
});
