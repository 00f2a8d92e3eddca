import fc from "fast-check";
import { expect, test } from "vitest";
import type { Discount } from "../discount/discount.ts";
import { defaultStoreSettings } from "../settings/settings.ts";
import { missingForFreeShipping } from "./free-shipping.ts";
import { priceCart } from "./pricing.ts";

const rulesWith = (freeShippingThreshold: number | null, discounts: readonly Partial<Discount>[] = []) => ({
  tax: defaultStoreSettings.tax,
  shipping: { ...defaultStoreSettings.shipping, enableFreeShipping: true, freeShippingThreshold },
  discounts: discounts.map((change, at) => ({
    ...{ id: `${at}`, code: "SUMMER", name: "SUMMER", kind: "percent" as const, value: 10 },
    ...{ subtotalMin: 0, productIds: null },
    ...change,
  })),
});
const two = [{ productId: "a", unitPrice: 3_200, quantity: 2 }];

const isFreeWith = (more: number, cart: typeof two, rules: ReturnType<typeof rulesWith>) =>
  priceCart([...cart, { productId: "more", unitPrice: more, quantity: 1 }], rules).shipping === 0;

const carts = fc.array(
  fc.record({
    productId: fc.constantFrom("a", "b"),
    unitPrice: fc.integer({ min: 1, max: 20_000 }),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 5 },
);
const gives = fc.oneof(
  fc.record({ kind: fc.constant("percent" as const), value: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ kind: fc.constant("amount" as const), value: fc.integer({ min: 1, max: 20_000 }) }),
);
const ofAll = fc
  .tuple(gives, fc.integer({ min: 0, max: 60_000 }))
  .map(([given, subtotalMin]) => [{ ...given, subtotalMin }]);

test("[CD-5] either shipping is free, or what is missing for it makes it free, and a cent less does not", () => {
  const discounts = fc.oneof(fc.constant([]), ofAll);
  fc.assert(
    fc.property(carts, fc.integer({ min: 0, max: 200_000 }), discounts, (cart, threshold, all) => {
      const rules = rulesWith(threshold, all);
      const missing = missingForFreeShipping(cart, rules);
      if (priceCart(cart, rules).shipping === 0) {
        expect(missing).toBeNull();
        return;
      }
      expect(isFreeWith(Number(missing), cart, rules)).toBe(true);
      expect(isFreeWith(Number(missing) - 1, cart, rules)).toBe(false);
    }),
  );
});

test.each([
  ["no discount", [], 1_100],
  ["a percentage that what is added gets, too", [{ value: 10 }], 1_933],
  ["one that is not used where it costs the free shipping", [{ value: 1 }], 1_100],
  ["an amount", [{ kind: "amount" as const, value: 800 }], 1_900],
  ["a better one that what is added brings", [{ value: 10 }, { value: 20, subtotalMin: 7_000 }], 2_975],
  ["everything given away", [{ value: 100 }], null],
  ["a percentage of chosen products: who knows what is added", [{ productIds: ["a"] }], null],
])("[CD-5] %s", (_what, discounts, missing) => {
  expect(missingForFreeShipping(two, rulesWith(7_500, discounts))).toBe(missing);
});

test("[CD-5] a discount that takes the free shipping away again asks for what brings it back", () => {
  const cart = [{ productId: "a", unitPrice: 7_500, quantity: 1 }];
  // 599 of shipping saved is more than 8% of 7480, and less than 8% of 7500.
  expect(missingForFreeShipping(cart, rulesWith(7_480, [{ value: 8 }]))).toBe(630);
});

test("[CD-5] nothing is missing where there is no threshold, or no price of shipping", () => {
  const { shipping, ...rules } = rulesWith(7_500);
  expect(missingForFreeShipping(two, rulesWith(null))).toBeNull();
  for (const off of [{ enableFreeShipping: false }, { enableFlatRateShipping: false }])
    expect(missingForFreeShipping(two, { ...rules, shipping: { ...shipping, ...off } })).toBeNull();
});
