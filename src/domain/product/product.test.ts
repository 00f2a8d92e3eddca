import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OPTIONS_MAX, parseOptions } from "./options/option-names.ts";
import {
  availableOf,
  discountPercent,
  effectivePrice,
  isOnSale,
  lastSaleDay,
  listPrices,
  pricesOf,
  stockLevel,
} from "./product.ts";

describe("a sale", () => {
  test.each([
    ["no sale price", { price: 4000, salePrice: null }, 4000, 0],
    ["a lower sale price", { price: 4000, salePrice: 3000 }, 3000, 25],
    ["a sale price equal to the price", { price: 4000, salePrice: 4000 }, 4000, 0],
    ["a sale price above the price", { price: 4000, salePrice: 5000 }, 4000, 0],
    ["a discount that rounds up", { price: 3000, salePrice: 1990 }, 1990, 34],
  ])("[PC-1] %s", (_what, product, price, percent) => {
    expect(effectivePrice(product)).toBe(price);
    expect(discountPercent(product)).toBe(percent);
  });

  test("[CA-2] nobody ever pays more than the price", () => {
    const amount = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(amount, fc.option(amount), (price, salePrice) => {
        const product = { price, salePrice };
        expect(effectivePrice(product)).toBeLessThanOrEqual(price);
        expect(isOnSale(product)).toBe(effectivePrice(product) < price);
      }),
    );
  });
});

test("[DC-2] a sale's last day is the one before an end at midnight", () => {
  expect(lastSaleDay("2026-11-30T00:00")).toBe("2026-11-29");
  expect(lastSaleDay("2026-11-30T18:00")).toBe("2026-11-30");
  expect(lastSaleDay("")).toBeNull();
});

test("[PC-2] stock is low from 1 to 4 and sold out at 0", () => {
  expect([0, 1, 4, 5].map(stockLevel)).toEqual(["sold-out", "low", "low", "in-stock"]);
});

test("[PF-1] options are trimmed, without doubles and empty parts", () => {
  expect(parseOptions(" S|M | |L||M|X  L")).toEqual(["S", "M", "L", "X L"]);
  expect(parseOptions("")).toEqual([]);
  const many = Array.from({ length: 30 }, (_, index) => `size ${index}`).join("|");
  expect(parseOptions(many)).toHaveLength(OPTIONS_MAX);
});

test("[PD-2] what can be had of an option is that option's stock alone", () => {
  const shirt = {
    quantity: 5,
    options: [
      { variation: "S", available: 0 },
      { variation: "M", available: 5 },
    ],
  };
  expect(["S", "M", "L", null].map((option) => availableOf(shirt, option))).toEqual([0, 5, 0, 0]);
  expect(availableOf({ quantity: 3, options: [] }, null)).toBe(3);
});

describe("[VA-2] a product whose options cost different amounts", () => {
  const option = (variation: string, price: number, salePrice: number | null, available = 1) => ({
    ...{ variation, price, salePrice, available },
  });
  const polo = (...options: ReturnType<typeof option>[]) => ({ price: 7200, salePrice: null, options });

  test.each([
    ["no options", polo(), { price: 7200, salePrice: null }],
    ["one price", polo(option("S", 7200, 5900), option("M", 7200, 5900)), { price: 7200, salePrice: 5900 }],
    [
      "a dearer one",
      polo(option("2XL", 7600, null), option("S", 7200, null)),
      { price: 7200, salePrice: null, pricesVary: true },
    ],
    [
      "a cheaper one on sale",
      polo(option("S", 7200, null), option("2XL", 7600, 6000)),
      { price: 7600, salePrice: 6000, pricesVary: true },
    ],
    [
      "the cheapest sold out",
      polo(option("S", 7200, null, 0), option("2XL", 7600, null)),
      { price: 7600, salePrice: null },
    ],
    [
      "all sold out",
      polo(option("S", 7200, null, 0), option("2XL", 7600, null, 0)),
      { price: 7200, salePrice: null, pricesVary: true },
    ],
  ])("lists say what the cheapest that can be bought costs: %s", (_, product, shown) => {
    expect(listPrices(product)).toEqual(shown);
  });

  test("the page says what the chosen one costs", () => {
    const product = {
      ...polo(option("S", 7200, null), option("2XL", 7600, null)),
      pricesVary: true as const,
    };
    expect(pricesOf(product, "2XL")).toEqual({ price: 7600, salePrice: null });
    expect(pricesOf(product, null)).toMatchObject({ price: 7200, pricesVary: true });
  });
});
