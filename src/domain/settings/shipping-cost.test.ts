import { expect, test } from "vitest";
import { formatShippingCost } from "./legal-facts.ts";
import { defaultStoreSettings } from "./settings.ts";

const { shipping } = defaultStoreSettings;

test("[RT-5] tells the flat rate of the settings", () => {
  expect(formatShippingCost(shipping)).toBe("Shipping is $5.99 per order, no matter how many items you buy.");
});

test("[RT-5] tells the threshold only while free shipping is on", () => {
  expect(formatShippingCost({ ...shipping, enableFreeShipping: true })).toContain(
    "Orders of $50.00 or more ship free.",
  );
  const without = { ...shipping, enableFreeShipping: true, freeShippingThreshold: null };
  expect(formatShippingCost(without)).not.toContain("free");
});

test("[RT-5] without a flat rate shipping is free", () => {
  expect(formatShippingCost({ ...shipping, enableFlatRateShipping: false })).toBe(
    "Shipping is free on every order.",
  );
});
