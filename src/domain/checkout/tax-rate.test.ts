import fc from "fast-check";
import { expect, test } from "vitest";
import { percentOf } from "../money/money-input.ts";
import { usStates } from "../postal-address/us-states.ts";
import { defaultStoreSettings, type TaxSettings } from "../settings/settings.ts";
import { priceCart, priceLines } from "./pricing.ts";
import { isTaxAdded, taxLabel, taxRateFor } from "./tax-rate.ts";

const { tax: off, shipping } = defaultStoreSettings;
const byState: TaxSettings = { ...off, enableTax: true, taxByState: true, stateRates: { AZ: 8.6, CA: 7.25 } };

test("[KN-3] goods bear the rate of the state that the shipment goes to, and none elsewhere", () => {
  expect(["AZ", "CA", "OR"].map((state) => taxRateFor(byState, state))).toEqual([8.6, 7.25, 0]);
  expect(["AZ", "OR"].map((state) => taxLabel(byState, state))).toEqual(["Tax (8.6%)", "Tax (0%)"]);
});

test("[KN-3] as long as the state is not known, there is a line of it and no rate", () => {
  expect(taxRateFor(byState)).toBeNull();
  expect(taxLabel(byState)).toBe("Tax");
  const before = priceLines([{ unitPrice: 10_000, quantity: 1 }], { tax: byState, shipping });
  expect(before).toMatchObject({ taxRate: null, totals: { tax: 0, total: 10_599 } });
});

test("[KN-3] shipping bears the rate of a state that taxes it, and of no other", () => {
  const rules = { tax: { ...byState, taxedShipping: ["CA"] }, shipping };
  const priced = (shipTo: string) => priceLines([{ unitPrice: 10_000, quantity: 1 }], { ...rules, shipTo });
  expect(priced("AZ")).toMatchObject({ shippingTax: 0, totals: { tax: 860, total: 11_459 } });
  expect(priced("CA")).toMatchObject({ shippingTax: 43, totals: { tax: 768, total: 11_367 } });
});

test("[CA-2] one rate for all is the default, and tax inside the price adds nothing in any state", () => {
  expect(taxRateFor({ ...byState, taxByState: false, defaultTaxRate: 8.875 }, "OR")).toBe(8.875);
  const inside = { ...byState, includeTaxInPrice: true };
  expect([isTaxAdded(inside), taxRateFor(inside, "AZ"), taxRateFor(inside)]).toEqual([false, 0, 0]);
  expect(taxRateFor({ ...byState, enableTax: false }, "AZ")).toBe(0);
});

test("[KN-3] for any cart, the destination changes the tax, and nothing else", () => {
  const lines = fc.array(
    fc.record({ unitPrice: fc.integer({ min: 1, max: 99_999 }), quantity: fc.integer({ min: 1, max: 99 }) }),
    {
      minLength: 1,
      maxLength: 20,
    },
  );
  const rates = fc.dictionary(
    fc.constantFrom(...usStates.map(([code]) => code)),
    fc.integer({ min: 0, max: 15_000 }).map((rate) => rate / 1000),
  );
  const state = fc.constantFrom(...usStates.map(([code]) => code));
  const percent = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(lines, rates, state, percent, fc.boolean(), (cart, stateRates, shipTo, value, isTaxed) => {
      const tax = { ...byState, stateRates, taxedShipping: isTaxed ? [shipTo] : [] };
      const gift = {
        id: "a",
        code: null,
        name: "Sale",
        kind: "percent",
        value,
        subtotalMin: 0,
        productIds: null,
      } as const;
      const rules = { tax, shipping, discounts: value > 0 ? [gift] : [] };
      const [before, taxed] = [priceCart(cart, rules), priceCart(cart, { ...rules, shipTo })];
      const goods = before.subtotal - (before.discount?.amount ?? 0);
      const onShipping = isTaxed ? percentOf(before.shipping, stateRates[shipTo] ?? 0) : 0;
      const due = percentOf(goods, stateRates[shipTo] ?? 0) + onShipping;
      // The discount comes first, so a rate can't change which one there is unless nothing would be left to pay.
      if (before.discount?.name !== taxed.discount?.name) return;
      expect(taxed).toEqual({ ...before, tax: due, total: before.total + due });
    }),
  );
});
