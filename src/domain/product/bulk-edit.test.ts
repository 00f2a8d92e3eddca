import fc from "fast-check";
import { expect, test } from "vitest";
import { bulkActions, bulkOnHand, bulkPrices, parseBulkEdit } from "./bulk-edit.ts";

const edit = (action: string, value: string) => {
  const parsed = parseBulkEdit(action, value);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.edit;
};

test("prices and sales are changed to the cent", () => {
  const product = { price: 3_333, salePrice: null };
  expect(bulkPrices(edit("price-set", "$20"), product)).toEqual({ price: 2_000, salePrice: null });
  expect(bulkPrices(edit("price-change", "+10"), product)).toEqual({ price: 3_666, salePrice: null });
  expect(bulkPrices(edit("sale-percent", "25"), product)).toEqual({ price: 3_333, salePrice: 2_500 });
  expect(bulkPrices(edit("price-set", "5"), { price: 900, salePrice: 600 })).toBe(
    "Sale price must be below the price",
  );
});

test("stock is never set below what is held", () => {
  expect(bulkOnHand(edit("stock-set", "1"), { onHand: 9, held: 2 })).toMatch(/^2 are held/);
  expect(bulkOnHand(edit("stock-add", "3"), { onHand: 9, held: 2 })).toBe(12);
  expect(bulkOnHand(edit("archive", ""), { onHand: 9, held: 2 })).toBe(9);
});

test.each([
  ["price-set", "0"],
  ["price-set", "ten"],
  ["price-change", "-100"],
  ["price-change", "0"],
  ["sale-percent", "100"],
  ["stock-add", "-1"],
  ["nothing", "1"],
])("%s by %j is refused with a reason", (action, value) => {
  expect(parseBulkEdit(action, value)).toEqual({ ok: false, message: expect.any(String) });
});

test("whatever is typed, prices stay positive and a new sale stays below the price", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...bulkActions),
      fc.string(),
      fc.integer({ min: 1, max: 99_999_999 }),
      (action, value, price) => {
        const parsed = parseBulkEdit(action, value);
        const after = parsed.ok && bulkPrices(parsed.edit, { price, salePrice: null });
        if (!after || typeof after === "string") return;
        expect(after.price).toBeGreaterThan(0);
        if (after.salePrice !== null) expect(after.salePrice).toBeLessThan(after.price);
      },
    ),
  );
});
