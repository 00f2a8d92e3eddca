import { describe, expect, test } from "vitest";
import { defaultStoreSettings } from "../settings/settings.ts";
import { previewSettings, previewText } from "./settings-preview.ts";

const { tax, shipping } = defaultStoreSettings;
const order = (unitPrice: number, quantity = 1) => ({
  lines: [{ unitPrice, quantity }],
  total: unitPrice * quantity + 599,
  shipTo: "AZ",
  discount: null,
});
const many = (one: ReturnType<typeof order>, count: number) => Array.from({ length: count }, () => one);

test("[ST-1] shows how many past orders would have shipped free, and the average difference", () => {
  const rules = { tax, shipping: { ...shipping, enableFreeShipping: true, freeShippingThreshold: 5000 } };
  const preview = previewSettings([order(2500, 2), ...many(order(4999), 4)], rules);
  expect(preview).toEqual({ count: 5, free: 1, averageDifference: -120 });
  expect(previewText(preview, "shipping")).toBe(
    "Of the last 5 orders, 1 would have shipped free, −$1.20 on average",
  );
  expect(previewText(preview, "tax")).toBe("The last 5 orders: −$1.20 on average");
});

test("[ST-1] tax under the typed rules counts, too", () => {
  const rules = { tax: { ...tax, enableTax: true, defaultTaxRate: 10 }, shipping };
  const preview = previewSettings(many(order(1000), 5), rules);
  for (const beside of ["tax", "shipping"] as const)
    expect(previewText(preview, beside)).toBe("The last 5 orders: +$1.00 on average");
});

test("[KN-3] each past order is tried with the rate of the state that it went to", () => {
  const byState = { ...tax, enableTax: true, taxByState: true, stateRates: { AZ: 10 } };
  const orders = [order(1000), { ...order(1000), shipTo: "OR" }, { ...order(1000), shipTo: null }];
  expect(previewSettings(orders, { tax: byState, shipping }).averageDifference).toBe(33);
});

describe("[ST-1] [DC-1] an order with a discount", () => {
  const free = (freeShippingThreshold: number) => ({
    tax,
    shipping: { ...shipping, enableFreeShipping: true, freeShippingThreshold },
  });
  const code = { ...order(5000), discount: { kind: "amount", value: 1000 }, total: 4599 } as const;

  test("keeps it: the same rules change nothing, and the threshold is of what is left of the goods", () => {
    expect(previewSettings([code], { tax, shipping })).toEqual({ count: 1, free: 0, averageDifference: 0 });
    expect(previewSettings([code], free(5000))).toEqual({ count: 1, free: 0, averageDifference: 0 });
    expect(previewSettings([code], free(4000))).toEqual({ count: 1, free: 1, averageDifference: -599 });
  });

  test("loses it where the checkout would not give it, because it would make the order dearer", () => {
    const small = { ...order(5000), discount: { kind: "amount", value: 500 }, total: 5099 } as const;
    expect(previewSettings([small], free(5000))).toEqual({ count: 1, free: 1, averageDifference: -99 });
  });

  test("pays tax on what is left of the goods", () => {
    const rules = { tax: { ...tax, enableTax: true, defaultTaxRate: 10 }, shipping };
    expect(previewSettings([code], rules).averageDifference).toBe(400);
  });

  test("on the shipping pays none, at any shipping cost", () => {
    const shipped = { ...order(1000), discount: { kind: "shipping", value: 0 }, total: 1000 } as const;
    const dearer = { tax, shipping: { ...shipping, flatRateShippingCost: 999 } };
    expect(previewSettings([shipped], dearer)).toEqual({ count: 1, free: 1, averageDifference: 0 });
  });
});

test("the same rules change nothing, and on a few orders there is no preview", () => {
  const textOf = (count: number) =>
    previewText(previewSettings(many(order(1000), count), { tax, shipping }), "shipping");
  expect(textOf(5)).toBe("The last 5 orders: no change");
  expect([textOf(4), textOf(0)]).toEqual([null, null]);
});
