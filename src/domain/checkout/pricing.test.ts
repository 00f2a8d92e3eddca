import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultStoreSettings, type StoreSettings } from "../settings/settings.ts";
import { isShippingFree, missingForFreeShipping, priceCart } from "./pricing.ts";

const settingsWith = (change: { tax?: object; shipping?: object }): StoreSettings => ({
  ...defaultStoreSettings,
  tax: { ...defaultStoreSettings.tax, ...change.tax },
  shipping: { ...defaultStoreSettings.shipping, ...change.shipping },
});

const line = fc.record({
  unitPrice: fc.integer({ min: 1, max: 50_000 }),
  quantity: fc.integer({ min: 1, max: 99 }),
});
const lines = fc.array(line, { minLength: 1, maxLength: 50 });
const anySettings = fc
  .record({
    enableTax: fc.boolean(),
    defaultTaxRate: fc.integer({ min: 0, max: 1_000_000 }).map((rate) => rate / 10_000),
    includeTaxInPrice: fc.boolean(),
    enableFlatRateShipping: fc.boolean(),
    flatRateShippingCost: fc.integer({ min: 0, max: 10_000 }),
    freeShippingThreshold: fc.option(fc.integer({ min: 0, max: 100_000 })),
    enableFreeShipping: fc.boolean(),
  })
  .map((all) => settingsWith({ tax: all, shipping: all }));

describe("pricing", () => {
  test("[CA-2] a new store charges the flat rate and no tax", () => {
    const totals = priceCart([{ unitPrice: 3200, quantity: 2 }], defaultStoreSettings);
    expect(totals).toEqual({ subtotal: 6400, tax: 0, shipping: 599, total: 6999 });
  });

  test.each([
    ["tax on", { tax: { enableTax: true, defaultTaxRate: 8.6 } }, { tax: 550, shipping: 599 }],
    [
      "tax included in prices",
      { tax: { enableTax: true, defaultTaxRate: 8.6, includeTaxInPrice: true } },
      { tax: 0, shipping: 599 },
    ],
    ["flat rate off", { shipping: { enableFlatRateShipping: false } }, { tax: 0, shipping: 0 }],
    [
      "free shipping reached",
      { shipping: { enableFreeShipping: true, freeShippingThreshold: 6400 } },
      { tax: 0, shipping: 0 },
    ],
    [
      "free shipping missed by a cent",
      { shipping: { enableFreeShipping: true, freeShippingThreshold: 6401 } },
      { tax: 0, shipping: 599 },
    ],
    [
      "free shipping without a threshold",
      { shipping: { enableFreeShipping: true, freeShippingThreshold: null } },
      { tax: 0, shipping: 599 },
    ],
  ])("[CA-2] %s", (_what, change, expected) => {
    expect(priceCart([{ unitPrice: 3200, quantity: 2 }], settingsWith(change))).toMatchObject(expected);
  });

  test("[CA-2] the total is the sum of its parts and nothing is negative", () => {
    fc.assert(
      fc.property(lines, anySettings, (cart, settings) => {
        const totals = priceCart(cart, settings);
        expect(totals.subtotal).toBe(
          cart.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0),
        );
        expect(totals.total).toBe(totals.subtotal + totals.tax + totals.shipping);
        for (const part of Object.values(totals)) expect(Number.isSafeInteger(part) && part >= 0).toBe(true);
      }),
    );
  });

  test("[CD-5] either shipping is free, or what is missing for it makes it free", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), anySettings, (subtotal, { shipping }) => {
        const missing = missingForFreeShipping(subtotal, shipping);
        if (missing === null) return;
        expect(isShippingFree(subtotal, shipping)).toBe(false);
        expect(isShippingFree(subtotal + missing, shipping)).toBe(true);
        expect(isShippingFree(subtotal + missing - 1, shipping)).toBe(false);
      }),
    );
  });

  test("an empty cart costs nothing", () => {
    expect(priceCart([], defaultStoreSettings)).toEqual({ subtotal: 0, tax: 0, shipping: 0, total: 0 });
  });
});
