import { expect, test } from "vitest";
import { defaultStoreSettings } from "../settings/settings.ts";
import { formatTaxCheck } from "./format-tax-check.ts";

const told = (change: Partial<typeof defaultStoreSettings.tax>) =>
  formatTaxCheck({ ...defaultStoreSettings.tax, enableTax: true, ...change });
const byState = (stateRates: Record<string, number>) => told({ taxByState: true, stateRates });

test("[KN-5] the doctor names the states with a rate, a handful of them", () => {
  expect(byState({ AZ: 8.6 })).toEqual({ text: "On in Arizona.", isBorne: true });
  expect(byState({ TX: 6.25, AZ: 8.6, OR: 0 }).text).toBe("On in Arizona and Texas.");
  const five = { AL: 4, AK: 1, AZ: 8.6, AR: 6.5, CA: 7.25 };
  expect(byState(five).text).toBe("On in Alabama, Alaska, Arizona, Arkansas, and California.");
  expect(byState({ ...five, TX: 6.25, WA: 6.5 }).text).toBe(
    "On in Alabama, Alaska, Arizona, Arkansas, California, and 2 more.",
  );
});

test("[KN-5] the doctor distinguishes one rate for all, tax in the prices, and no tax", () => {
  expect(told({ defaultTaxRate: 8.25, stateRates: { AZ: 8.6 } })).toEqual({
    text: "On: 8.25% in every state.",
    isBorne: true,
  });
  expect(told({ includeTaxInPrice: true, taxByState: true })).toEqual({
    text: "On: prices include it.",
    isBorne: true,
  });
  expect(told({ defaultTaxRate: 0 }).isBorne).toBe(false);
  expect(byState({ OR: 0 }).isBorne).toBe(false);
  expect(told({ enableTax: false, defaultTaxRate: 8.25 })).toEqual({
    text: "Off: orders are sold without tax.",
    isBorne: false,
  });
});
