import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bulkActions,
  bulkOnHand,
  bulkOwnPrices,
  bulkPrices,
  bulkText,
  endingWith,
  parseBulkEdit,
} from "./bulk-edit.ts";

const NOW = "2026-06-01T05:00";
const parse = (action: string, value: string, times = {}) => parseBulkEdit({ action, value, ...times });
const edit = (action: string, value: string, times = {}) => {
  const parsed = parse(action, value, times);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.edit;
};
const undated = { saleStartsAt: "", saleEndsAt: "" };
const priced = (price: number, salePrice: number | null = null, times = {}) => ({
  ...{ price, salePrice, ...undated },
  ...times,
});

test("prices and sales are changed to the cent", () => {
  const product = priced(3_333);
  expect(bulkPrices(edit("price-set", "$20"), product, NOW)).toEqual(priced(2_000));
  expect(bulkPrices(edit("price-change", "+10"), product, NOW)).toEqual(priced(3_666));
  expect(bulkPrices(edit("sale-percent", "25"), product, NOW)).toEqual(priced(3_333, 2_500));
  expect(bulkPrices(edit("price-set", "5"), priced(900, 600), NOW)).toEqual({
    is: "refused",
    why: "Sale price must be below the price",
  });
});

test("[DC-2] a change is named with its amount and how many products it is for", () => {
  const texts = [
    edit("price-change", "+5"),
    edit("price-change", "-10", { round: "99" }),
    edit("sale-percent", "10"),
    edit("price-set", "29"),
    edit("stock-add", "12"),
  ].map((change) => bulkText(change, 10));
  expect(texts).toEqual([
    "+5% on 10 products",
    "−10% on 10 products, rounded to .99",
    "10% off 10 products",
    "$29.00 for 10 products",
    "12 more of each option of 10 products",
  ]);
  expect(bulkText(edit("archive", ""), 1)).toBe("Archive 1 product");
});

test("[VA-2] an option's own price is changed by percent, and a new sale takes its percentage off it", () => {
  const own = { price: 7_600, salePrice: 7_000 };
  expect(bulkOwnPrices(edit("price-change", "+10"), own)).toEqual({ price: 8_360, salePrice: 7_000 });
  expect(bulkOwnPrices(edit("price-change", "-99"), { price: 30, salePrice: null })).toMatchObject({
    price: 1,
  });
  expect(bulkOwnPrices(edit("sale-percent", "25"), own)).toEqual({ price: 7_600, salePrice: 5_700 });
  const usual = { price: null, salePrice: 7_000 };
  expect(bulkOwnPrices(edit("sale-percent", "25"), usual)).toEqual({ price: null, salePrice: null });
  expect(bulkOwnPrices(edit("sale-end", ""), own)).toEqual({ price: 7_600, salePrice: null });
  expect(bulkOwnPrices(edit("price-set", "20"), own)).toEqual(own);
});

describe("a percentage off", () => {
  const tenOff = edit("sale-percent", "10");

  test("[DC-2] is of the regular price, and leaves a deeper sale alone", () => {
    expect(bulkPrices(tenOff, priced(10_800, 8_400), NOW)).toEqual({
      is: "kept",
      why: "It keeps its lower sale price of $84.00",
    });
    expect(bulkPrices(tenOff, priced(10_000, 9_500), NOW)).toEqual(priced(10_000, 9_000));
    expect(bulkPrices(tenOff, priced(10_000, 9_000), NOW)).toEqual({
      is: "kept",
      why: "It already has that price",
    });
  });

  test("[DC-2] a deeper sale that is over is none", () => {
    const over = { saleStartsAt: "2026-05-01T00:00", saleEndsAt: "2026-05-04T00:00" };
    expect(bulkPrices(tenOff, priced(10_000, 5_000, over), NOW)).toEqual(priced(10_000, 9_000));
  });

  test("[DC-2] takes the times of the sale, and refuses one that would be over already", () => {
    const times = { from: "2026-06-05T00:00", to: "2026-06-08T00:00" };
    expect(bulkPrices(edit("sale-percent", "10", times), priced(10_000), NOW)).toEqual(
      priced(10_000, 9_000, { saleStartsAt: times.from, saleEndsAt: times.to }),
    );
    const past = edit("sale-percent", "10", { to: "2026-05-08T00:00" });
    expect(bulkPrices(past, priced(10_000), NOW)).toMatchObject({ is: "refused" });
  });

  test("[DC-2] planned for later leaves a sale that is on alone, and takes the place of one that is not", () => {
    const later = edit("sale-percent", "50", { from: "2026-06-05T00:00", to: "2026-06-08T00:00" });
    expect(bulkPrices(later, priced(10_000, 7_000), NOW)).toMatchObject({
      is: "kept",
      why: expect.stringContaining("It is on sale for $70.00 now"),
    });
    const planned = priced(10_000, 5_000, { saleStartsAt: later.from, saleEndsAt: later.to });
    const over = { saleStartsAt: "2026-05-01T00:00", saleEndsAt: "2026-05-04T00:00" };
    expect(bulkPrices(later, priced(10_000, 7_000, over), NOW)).toEqual(planned);
    const toCome = { saleStartsAt: "2026-06-20T00:00", saleEndsAt: "" };
    expect(bulkPrices(later, priced(10_000, 7_000, toCome), NOW)).toEqual(planned);
  });

  test("[DC-2] never raises what is asked now, whatever the price, the sale and the days of both", () => {
    const day = fc.constantFrom("", "2026-05-20T00:00", NOW, "2026-06-10T00:00");
    const asked = ({ price, salePrice, saleStartsAt, saleEndsAt }: ReturnType<typeof priced>) =>
      salePrice !== null && saleStartsAt <= NOW && (saleEndsAt === "" || saleEndsAt > NOW)
        ? Math.min(price, salePrice)
        : price;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.option(fc.integer({ min: 1, max: 99_999_999 })),
        day,
        day,
        day,
        (percent, price, salePrice, from, saleStartsAt, saleEndsAt) => {
          const before = priced(price, salePrice, { saleStartsAt, saleEndsAt });
          const after = bulkPrices(edit("sale-percent", String(percent), { from }), before, NOW);
          if ("is" in after) return;
          expect(asked(after as ReturnType<typeof priced>)).toBeLessThanOrEqual(asked(before));
        },
      ),
    );
  });
});

test("stock is never set below what is held", () => {
  expect(bulkOnHand(edit("stock-set", "1"), { onHand: 9, held: 2 })).toMatch(/^2 are held/);
  expect(bulkOnHand(edit("stock-add", "3"), { onHand: 9, held: 2 })).toBe(12);
  expect(bulkOnHand(edit("archive", ""), { onHand: 9, held: 2 })).toBe(9);
});

test.each([
  ["price-set", "0", {}],
  ["price-set", "ten", {}],
  ["price-change", "-100", {}],
  ["price-change", "0", {}],
  ["sale-percent", "100", {}],
  ["sale-percent", "10", { from: "soon" }],
  ["sale-percent", "10", { from: "2026-06-08T00:00", to: "2026-06-08T00:00" }],
  ["stock-add", "-1", {}],
  ["nothing", "1", {}],
])("%s by %j with %o is refused with a reason", (action, value, times) => {
  expect(parse(action, value, times)).toEqual({
    ok: false,
    field: expect.any(String),
    message: expect.any(String),
  });
});

test("for any input, prices stay positive and a new sale stays below the price", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...bulkActions),
      fc.string(),
      fc.integer({ min: 1, max: 99_999_999 }),
      (action, value, price) => {
        const parsed = parse(action, value);
        const after = parsed.ok && bulkPrices(parsed.edit, priced(price), NOW);
        if (!after || "is" in after) return;
        expect(after.price).toBeGreaterThan(0);
        if (after.salePrice !== null) expect(after.salePrice).toBeLessThan(after.price);
      },
    ),
  );
});

test("[DC-2] prices by percent end as chosen: to the cent, at .00, or at .99", () => {
  expect([3780, 4410, 30].map((price) => endingWith("00", price))).toEqual([3800, 4400, 100]);
  expect([3780, 4410, 3448, 30].map((price) => endingWith("99", price))).toEqual([3799, 4399, 3399, 99]);
  expect(endingWith(undefined, 4410)).toBe(4410);
  const up = (round: string) => parse("price-change", "5", { round });
  expect(up("99")).toMatchObject({ ok: true, edit: { round: "99" } });
  expect(up("cent")).toEqual(up(""));
  expect(parse("price-set", "5", { round: "99" })).toEqual(parse("price-set", "5"));
});
