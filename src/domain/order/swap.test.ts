import fc from "fast-check";
import { expect, test } from "vitest";
import type { RefundableLine, RefundableOrder } from "./refund-parts.ts";
import { refundParts, wholeRefund } from "./refund-parts.ts";
import { offersFor, parseOffer, sumsOfSwap, swapPrice } from "./swap.ts";

let ids = 0;

type Sold = {
  id?: string;
  quantity?: number;
  price?: number;
  discount?: number;
  tax?: number;
  sent?: number;
};

/** A line with units that share what was paid and the tax to the cent. */
const line = (sold: Sold = {}): RefundableLine => {
  const { id = "polos", quantity = 2, price = 5_000, discount = 0, tax = 860, sent = 0 } = sold;
  const share = (cents: number, nth: number) =>
    Math.floor((cents * nth) / quantity) - Math.floor((cents * (nth - 1)) / quantity);
  const units = Array.from({ length: quantity }, (_, at) => ({
    ...{ id: ++ids, isSent: at < sent, returnId: null },
    ...{ goods: share(price * quantity - discount, at + 1), tax: share(tax, at + 1) },
  }));
  return { id, name: "Polo", variation: "M", price, gift: 0, units, hasShelf: true };
};
const orderOf = (...lines: RefundableLine[]): RefundableOrder => ({ shipping: 599, shippingBack: 0, lines });
const asked = { itemId: "polos", quantity: 1, isFree: false };
const at = (price: number) => ({ price, gift: 0 });

test("[RF-5] another size costs what was paid, no matter what the product costs now", () => {
  const order = orderOf(line({ discount: 333 }));
  const now = { oldPrice: 9_999, newPrice: 9_999, isSameProduct: true };
  const sums = sumsOfSwap({ order, ...asked, offer: swapPrice({ paid: 5_000, gift: 0, ...now }) });
  expect(sums).toMatchObject({
    ok: true,
    difference: 0,
    goods: 4_833,
    goodsBack: 4_833,
    tax: 430,
    price: 5_000,
  });
});

test("[RF-5] what costs less refunds the difference with its tax; the discount keeps its part of the price", () => {
  const order = orderOf(line({ discount: 1_000 }));
  const sums = sumsOfSwap({ order, ...asked, offer: at(4_000) });
  // 10 % off 40.00 is 36.00; 45.00 was paid.
  expect(sums).toMatchObject({
    ok: true,
    goodsBack: 4_500,
    goods: 3_600,
    taxBack: 430,
    tax: 344,
    difference: 986,
  });
});

test("[RF-5] what costs more is refused with the amount, or costs what was paid; its discount is no more than it was", () => {
  const order = orderOf(line({ discount: 1_000 }));
  expect(sumsOfSwap({ order, ...asked, offer: at(6_000) })).toEqual({
    ok: false,
    reason: "costs_more",
    more: 1_095,
  });
  expect(sumsOfSwap({ order, ...asked, offer: at(6_000), isFree: true })).toMatchObject({
    ...{ ok: true, goods: 4_500, tax: 430, price: 5_000, discount: 500, difference: 0 },
  });
});

test("[RF-5] units that were sent, refunded or are not there can't be swapped", () => {
  const refuse = (known: RefundableLine, quantity: number) =>
    sumsOfSwap({ order: orderOf(known), ...asked, quantity, offer: at(1) });
  expect(refuse(line({ sent: 2 }), 1)).toMatchObject({ reason: "too_many_units", left: 0 });
  expect(refuse(line({ quantity: 1 }), 2)).toMatchObject({ reason: "too_many_units" });
  expect(refuse(line(), 0)).toEqual({ ok: false, reason: "no_units" });
  expect(refuse(line(), 0.5)).toEqual({ ok: false, reason: "no_units" });
  expect(refuse(line({ id: "caps" }), 1)).toEqual({ ok: false, reason: "unknown_line" });
});

/** The order after a swap, as the database tells it. */
function after(order: RefundableOrder, itemId: string, quantity: number, price: number): RefundableOrder {
  const sums = sumsOfSwap({ order, itemId, quantity, offer: at(price), isFree: true });
  if (!sums.ok) throw new Error(sums.reason);
  const { goods, tax } = sums;
  const lines = order.lines.flatMap((each) => {
    if (each.id !== itemId) return [each];
    const rest = each.units.filter(({ id }) => !sums.units.includes(id));
    const next = line({
      id: `${itemId}+`,
      quantity: quantity,
      price: sums.price,
      discount: sums.discount,
      tax,
    });
    expect(sums.price * quantity - sums.discount).toBe(goods);
    return [{ ...each, units: rest }, next];
  });
  return { ...order, lines };
}

test("[RF-5] after any swaps and refunds, exactly what was charged is refunded in all", () => {
  const cents = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(
      fc.record({
        tax: fc.integer({ min: 0, max: 3_000 }),
        price: cents,
        other: cents,
        first: cents,
        second: cents,
      }),
      fc.integer({ min: 0, max: 500 }),
      ({ tax, price, other, first, second }, off) => {
        const discount = Math.min(off, price * 3);
        const start = {
          ...{ shipping: 599, shippingBack: 0 },
          lines: [
            line({ quantity: 3, price, discount, tax }),
            line({ id: "caps", quantity: 1, price: other, tax: 0 }),
          ],
        };
        const charged = price * 3 - discount + other + tax + 599;
        const once = after(start, "polos", 2, first);
        const twice = after(once, "polos+", 1, second);
        const back = refundParts(twice, wholeRefund(twice));
        if (!back.ok) throw new Error(back.reason);
        const differences = [once, twice].map((order, at) => {
          const before = at === 0 ? start : once;
          return worthOf(before) - worthOf(order);
        });
        expect(differences.every((cents) => cents >= 0)).toBe(true);
        expect(back.goods + back.tax + back.shipping + differences.reduce((sum, each) => sum + each, 0)).toBe(
          charged,
        );
      },
    ),
    { numRuns: 300 },
  );
});

function worthOf(order: RefundableOrder): number {
  const all = refundParts(order, wholeRefund(order));
  if (!all.ok) throw new Error(all.reason);
  return all.goods + all.tax + all.shipping;
}

test("[RF-5] what was sent dearer for nothing is no discount: swapped back, nothing moves", () => {
  const start = { shipping: 0, shippingBack: 0, lines: [line({ quantity: 1, tax: 400 })] };
  const back = { order: after(start, "polos", 1, 8_000), ...asked, itemId: "polos+" };
  expect(sumsOfSwap({ ...back, offer: at(5_000) })).toMatchObject({
    ...{ ok: true, difference: 0, goods: 5_000, tax: 400 },
  });
  expect(sumsOfSwap({ ...back, offer: at(6_000) })).toEqual({ ok: false, reason: "costs_more", more: 1_080 });
});

test("[RF-5] offered are the other options of the line's product that are in stock", () => {
  const shelves = [
    { productId: "polo", variation: "M", free: 5 },
    { productId: "polo", variation: "L Tall", free: 2 },
    { productId: "polo", variation: "S", free: 0 },
    { productId: "cap", variation: "L", free: 9 },
  ];
  const offers = offersFor(shelves, { productId: "polo", variation: "M", name: "Polo" });
  expect(offers).toEqual([
    { value: "polo L Tall", variation: "L Tall", label: expect.stringContaining("2 in stock") },
  ]);
  expect(parseOffer(offers[0]?.value ?? "")).toEqual({ productId: "polo", variation: "L Tall" });
  expect(parseOffer("nonsense")).toBeNull();
});

test("[RF-5] the difference is requested to the cent, with the tax at the rate of the old units", () => {
  const order = orderOf(line({ discount: 1_000 }));
  const sums = sumsOfSwap({ order, ...asked, offer: at(6_000), isExtraPaid: true });
  // The discount stays 5.00; 4.30 was the tax of 45.00, so that of 55.00 is 5.25.
  expect(sums).toMatchObject({
    ok: true,
    goodsBack: 4_500,
    goods: 5_500,
    taxBack: 430,
    tax: 525,
    difference: -1_095,
  });
});

test("[RF-5] what a unit costs more that was free or nearly so is taxed at the rate of the order", () => {
  const more = (discount: number, price: number) => {
    const caps = line({ id: "caps", quantity: 1, price: 2_000, discount, tax: 0 });
    const order = { ...orderOf(line({ quantity: 1, tax: 400 }), caps), taxRate: 8 };
    return sumsOfSwap({ order, ...asked, itemId: "caps", offer: at(price), isExtraPaid: true });
  };
  expect(more(2_000, 5_000)).toMatchObject({ ok: true, goods: 3_000, tax: 240, difference: -3_240 });
  // The tax of two cents was none.
  expect(more(1_998, 5_000)).toMatchObject({ ok: true, goods: 3_002, tax: 240, difference: -3_240 });
  expect(more(2_000, 2_000)).toMatchObject({ ok: true, goods: 0, tax: 0, difference: 0 });
});

test("[RF-5] a size that costs more or less by now is charged or refunded by what it differs by", () => {
  const price = (oldPrice: number | null, newPrice: number) =>
    swapPrice({ paid: 5_000, gift: 0, oldPrice, newPrice, isSameProduct: true });
  expect(price(6_000, 6_400)).toEqual({ price: 5_400, gift: 0 });
  expect(price(6_400, 6_000)).toEqual({ price: 4_600, gift: 0 });
  expect(price(6_000, 600)).toEqual({ price: 0, gift: 0 });
  // The old size is not sold anymore.
  expect(price(null, 9_000)).toEqual({ price: 5_000, gift: 0 });
});

test("[RF-5] along whichever sizes a unit is swapped, the customer has paid what the last one costs; gifts are not paid out", () => {
  const cents = fc.integer({ min: 100, max: 20_000 });
  const step = fc.record({ size: fc.integer({ min: 0, max: 2 }), isFree: fc.boolean() });
  fc.assert(
    fc.property(
      fc.record({
        prices: fc.tuple(cents, cents, cents),
        paid: cents,
        steps: fc.array(step, { minLength: 1, maxLength: 8 }),
      }),
      ({ prices, paid, steps }) => {
        let [size, known, received, given] = [0, line({ quantity: 1, price: paid, tax: 0 }), paid, 0];
        for (const { size: next, isFree } of steps) {
          const now = { oldPrice: prices[size] ?? 0, newPrice: prices[next] ?? 0, isSameProduct: true };
          const offer = swapPrice({ paid: known.price, gift: known.gift, ...now });
          const order = { shipping: 0, shippingBack: 0, taxRate: 0, lines: [known] };
          const sums = sumsOfSwap({ order, ...asked, offer, isFree, isExtraPaid: !isFree });
          if (!sums.ok) throw new Error(sums.reason);
          // Nothing moves between sizes that cost the same.
          if (now.oldPrice === now.newPrice) expect(sums.difference).toBe(0);
          received -= sums.difference;
          if (isFree) given = Math.max(given, sums.gift);
          known = { ...line({ quantity: 1, price: sums.price, tax: 0 }), gift: sums.gift };
          size = next;
          expect(received).toBe(known.price);
          expect(received).toBeGreaterThanOrEqual(0);
        }
        const [first = 0, last = 0] = [prices[0], prices[size]];
        const isFloored = steps.some(({ size: at }) => paid + (prices[at] ?? 0) - first < 0);
        if (isFloored) return;
        expect(known.price + known.gift).toBe(paid + last - first);
        expect(known.price).toBeGreaterThanOrEqual(paid + last - first - given);
      },
    ),
    { numRuns: 300 },
  );
});
