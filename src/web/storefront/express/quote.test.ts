import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { freshen, quoteOf, sheetOf } from "./quote.ts";

const product = { id: "polo", name: "Rope Polo", image: null, price: 7200, salePrice: null, available: 99 };
const line = (quantity: number, salePrice: number | null = null) => ({
  product: { ...product, salePrice },
  quantity,
  selectedOption: "M",
});
const taxed = { enableTax: true, includeTaxInPrice: false, defaultTaxRate: 8.25 };
const settings = { ...defaultStoreSettings, tax: { ...defaultStoreSettings.tax, ...taxed } };
const ARRIVAL = { from: "2026-06-04", to: "2026-06-08" };

test("[PA-2] the sheet names option and units, and when it arrives", () => {
  const sheet = sheetOf(quoteOf([line(2, 5000)], defaultStoreSettings), ARRIVAL);
  expect(sheet.lineItems[0]).toEqual({ name: "2 × Rope Polo (M)", amount: 10_000 });
  expect(sheet.shippingRates).toMatchObject([{ deliveryEstimate: "Arrives Thu, Jun 4 – Mon, Jun 8" }]);
});

test("[PA-2] whatever is bought, the lines of the sheet add up to what is paid", () => {
  const lines = fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 99 }), sale: fc.option(fc.nat(9999)) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(lines, (wanted) => {
      const quote = quoteOf(
        wanted.map(({ quantity, sale }) => line(quantity, sale)),
        settings,
      );
      const { lineItems, shippingRates } = sheetOf(quote, ARRIVAL);
      expect(lineItems.reduce((sum, { amount }) => sum + amount, 0)).toBe(quote.totals.total);
      expect(shippingRates[0]?.amount).toBe(quote.totals.shipping);
    }),
  );
});

test("[PA-2] a page that was kept for a while sells at today's price, by today's settings", () => {
  const { id: productId, ...rest } = product;
  const today = { productId, ...rest, price: 7500, selectedOption: "M", exists: true };
  const now = freshen([line(2)], { lines: [today], settings });
  expect(quoteOf(now.lines, now.settings).totals).toMatchObject({ subtotal: 15_000, tax: 1_238 });
  // The server reports deleted products.
  const gone = freshen([line(2)], { lines: [{ ...today, exists: false }], settings });
  expect(gone.lines).toEqual([line(2)]);
});
