import { expect, test } from "vitest";
import { defaultStoreSettings } from "../settings/settings.ts";
import { previewSettings, previewText } from "./settings-preview.ts";

const { tax, shipping } = defaultStoreSettings;
const order = (unitPrice: number, quantity = 1) => ({
  lines: [{ unitPrice, quantity }],
  total: unitPrice * quantity + 599,
  shipTo: "AZ",
});

test("[ST-1] tells how many past orders would have shipped free, and the average difference", () => {
  const rules = { tax, shipping: { ...shipping, enableFreeShipping: true, freeShippingThreshold: 5000 } };
  const preview = previewSettings([order(2500, 2), order(4999), order(1000)], rules);
  expect(preview).toEqual({ count: 3, free: 1, averageDifference: -200 });
  expect(previewText(preview)).toBe("Of the last 3 orders, 1 would have shipped free, −$2.00 on average");
});

test("[ST-1] tax under the typed rules counts, too", () => {
  const rules = { tax: { ...tax, enableTax: true, defaultTaxRate: 10 }, shipping };
  expect(previewText(previewSettings([order(1000)], rules))).toBe(
    "Of the last order, 0 would have shipped free, +$1.00 on average",
  );
});

test("[KN-3] each past order is tried with the rate of the state that it went to", () => {
  const byState = { ...tax, enableTax: true, taxByState: true, stateRates: { AZ: 10 } };
  const orders = [order(1000), { ...order(1000), shipTo: "OR" }, { ...order(1000), shipTo: null }];
  expect(previewSettings(orders, { tax: byState, shipping }).averageDifference).toBe(33);
});

test("the same rules change nothing, and without orders there is nothing to tell", () => {
  expect(previewText(previewSettings([order(1000)], { tax, shipping }))).toContain("no change on average");
  expect(previewText(previewSettings([], { tax, shipping }))).toBe(
    "There are no orders yet to try these rules on.",
  );
});
