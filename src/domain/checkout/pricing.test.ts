import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Discount } from "../discount/discount.ts";
import { CHARGE_MIN } from "../money/money.ts";
import { defaultStoreSettings, type StoreSettings } from "../settings/settings.ts";
import { priceCart, priceLines, whyUnused } from "./pricing.ts";

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
const anyRate = fc.integer({ min: 0, max: 15_000 }).map((rate) => rate / 1000);
const anySettings = fc
  .record({
    enableTax: fc.boolean(),
    defaultTaxRate: fc.integer({ min: 0, max: 1_000_000 }).map((rate) => rate / 10_000),
    includeTaxInPrice: fc.boolean(),
    taxByState: fc.boolean(),
    stateRates: fc.dictionary(fc.constantFrom("AZ", "CA", "NY"), anyRate),
    enableFlatRateShipping: fc.boolean(),
    flatRateShippingCost: fc.integer({ min: 0, max: 10_000 }),
    freeShippingThreshold: fc.option(fc.integer({ min: 0, max: 100_000 })),
    enableFreeShipping: fc.boolean(),
  })
  .map((all) => settingsWith({ tax: all, shipping: all }));

const isAmount = (part: unknown) => Number.isSafeInteger(part) && Number(part) >= 0;

const PRODUCTS = ["a", "b", "c"];
const discountedLines = fc.array(
  fc.record({
    productId: fc.constantFrom(...PRODUCTS),
    unitPrice: fc.integer({ min: 1, max: 50_000 }),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 12 },
);
const anyDiscount = fc.oneof(
  fc.record({ kind: fc.constant("percent" as const), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant("amount" as const), value: fc.integer({ min: 1, max: 200_000 }) }),
  fc.record({ kind: fc.constant("shipping" as const), value: fc.constant(0) }),
);
const anyDiscounts = fc.array(
  fc
    .tuple(anyDiscount, fc.option(fc.subarray(PRODUCTS)), fc.integer({ min: 0, max: 60_000 }))
    .map(([gives, productIds, subtotalMin]) => ({ ...gives, productIds, subtotalMin })),
  { minLength: 1, maxLength: 4 },
);
const numbered = (all: Omit<Discount, "id" | "code" | "name">[]): Discount[] =>
  all.map((discount, at) => ({
    ...discount,
    id: `${at}`,
    code: at === 0 ? "CODE" : null,
    name: `sale ${at}`,
  }));

const discount = (change: Partial<Discount>): Discount => ({
  ...{ id: "1", code: "SUMMER", name: "SUMMER", kind: "percent", value: 10 },
  ...{ subtotalMin: 0, productIds: null },
  ...change,
});
const two = [{ productId: "a", unitPrice: 3200, quantity: 2 }];

describe("pricing with discounts", () => {
  test("[DC-1] a discount is at most the goods it is for, its lines add up to it, and no order gets dearer", () => {
    fc.assert(
      fc.property(discountedLines, anySettings, anyDiscounts, (cart, settings, all) => {
        const { totals, chosen, lineDiscounts } = priceLines(cart, { ...settings, discounts: numbered(all) });
        const off = totals.discount?.amount ?? 0;
        expect(lineDiscounts.reduce((sum, part) => sum + part, 0)).toBe(off);
        cart.forEach((line, at) => {
          const part = lineDiscounts[at];
          expect(part).toSatisfy(isAmount);
          expect(part).toBeLessThanOrEqual(line.unitPrice * line.quantity);
          const isFor = chosen?.productIds?.includes(line.productId) ?? chosen !== null;
          if (!isFor) expect(part).toBe(0);
        });
        expect(totals.total).toBe(totals.subtotal - off + totals.tax + totals.shipping);
        expect(totals.total).toBeLessThanOrEqual(priceCart(cart, settings).total);
        if (chosen) expect(totals.total).toBeGreaterThanOrEqual(CHARGE_MIN);
        if (chosen) expect(totals.subtotal).toBeGreaterThanOrEqual(chosen.subtotalMin);
      }),
    );
  });

  test("[DC-1] rounding gives its cents to the largest remainders, and each part is within a cent of its share", () => {
    fc.assert(
      fc.property(discountedLines, fc.integer({ min: 1, max: 99 }), (cart, value) => {
        const { totals, lineDiscounts } = priceLines(cart, {
          ...settingsWith({ shipping: { enableFlatRateShipping: false } }),
          discounts: [discount({ value })],
        });
        const off = totals.discount?.amount ?? 0;
        const shares = cart.map((line) => (off * line.unitPrice * line.quantity) / totals.subtotal);
        const up = shares.flatMap((share, at) => ((lineDiscounts[at] ?? 0) > share ? [share % 1] : []));
        const down = shares.flatMap((share, at) => ((lineDiscounts[at] ?? 0) < share ? [share % 1] : []));
        for (const [at, share] of shares.entries())
          expect(Math.abs((lineDiscounts[at] ?? 0) - share)).toBeLessThan(1);
        expect(Math.min(1, ...up)).toBeGreaterThanOrEqual(Math.max(0, ...down) - 1e-6);
      }),
    );
  });

  test("[DC-1] tax is on the discounted price, and free shipping is judged after the discount", () => {
    const settings = settingsWith({
      tax: { enableTax: true, defaultTaxRate: 10 },
      shipping: { enableFreeShipping: true, freeShippingThreshold: 6000 },
    });
    const quarter = { ...settings, discounts: [discount({ value: 25 })] };
    expect(priceCart(two, quarter)).toEqual({
      ...{ subtotal: 6400, discount: { name: "SUMMER", amount: 1600 } },
      ...{ tax: 480, shipping: 599, total: 4800 + 480 + 599 },
    });
  });

  test("[DC-1] a discount that would cost the free shipping more than it saves is not used, and says so", () => {
    const settings = settingsWith({ shipping: { enableFreeShipping: true, freeShippingThreshold: 6400 } });
    const rules = { ...settings, discounts: [discount({ value: 1 })] };
    expect(priceCart(two, rules)).toEqual({ subtotal: 6400, tax: 0, shipping: 0, total: 6400 });
    expect(whyUnused(two, rules)).toEqual({ why: "no_gain" });
  });

  test.each([
    [
      "the better one of two counts",
      [{ value: 10 }, { code: null, value: 20 }],
      "sale",
      { why: "beaten", by: "sale" },
    ],
    ["of equal ones the code counts", [{ code: null, value: 10 }, { value: 10 }], "SUMMER", null],
    [
      "a minimum is of all goods before the discount",
      [{ subtotalMin: 6401 }],
      null,
      { why: "minimum", missing: 1 },
    ],
    ["a minimum that is reached", [{ subtotalMin: 6400 }], "SUMMER", null],
    ["other products", [{ productIds: ["b"] }], null, { why: "other_products" }],
  ])("[DC-1] %s", (_what, changes, chosen, unused) => {
    const discounts = changes.map((change, at) => discount({ id: `${at}`, name: "sale", ...change }));
    const rules = { ...defaultStoreSettings, discounts };
    expect(priceCart(two, rules).discount?.name ?? null).toBe(chosen);
    expect(whyUnused(two, rules)).toEqual(unused);
  });

  test("[DC-1] a discount never leaves less than a card can pay", () => {
    const free = settingsWith({ shipping: { enableFlatRateShipping: false } });
    const rules = { ...free, discounts: [discount({ value: 100 })] };
    expect(priceCart(two, rules)).toEqual({ subtotal: 6400, tax: 0, shipping: 0, total: 6400 });
    expect(whyUnused(two, rules)).toEqual({ why: "too_little_left" });
  });

  test("[DC-1] free shipping takes the shipping and nothing off the goods", () => {
    const rules = { ...defaultStoreSettings, discounts: [discount({ kind: "shipping", value: 0 })] };
    const sums = {
      subtotal: 6400,
      discount: { name: "SUMMER", amount: 0 },
      tax: 0,
      shipping: 0,
      total: 6400,
    };
    expect(priceCart(two, rules)).toEqual(sums);
  });
});

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
        for (const part of Object.values(totals)) expect(part).toSatisfy(isAmount);
      }),
    );
  });

  test("an empty cart costs nothing", () => {
    expect(priceCart([], defaultStoreSettings)).toEqual({ subtotal: 0, tax: 0, shipping: 0, total: 0 });
  });
});
