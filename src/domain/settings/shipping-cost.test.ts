import { expect, test } from "vitest";
import { tellShippingCost } from "./legal-facts.ts";
import { defaultStoreSettings } from "./settings.ts";

const { shipping } = defaultStoreSettings;

test("[RT-5] tells the flat rate of the settings", () => {
  expect(tellShippingCost(shipping)).toBe("Shipping costs $5.99 per order, however many items are in it.");
});

test("[RT-5] tells the threshold only while free shipping is on", () => {
  expect(tellShippingCost({ ...shipping, enableFreeShipping: true })).toContain(
    "Orders of $50.00 or more ship free.",
  );
  const without = { ...shipping, enableFreeShipping: true, freeShippingThreshold: null };
  expect(tellShippingCost(without)).not.toContain("free");
});

test("[RT-5] without a flat rate shipping is free", () => {
  expect(tellShippingCost({ ...shipping, enableFlatRateShipping: false })).toBe(
    "Shipping is free on every order.",
  );
});
