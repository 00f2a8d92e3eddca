import fc from "fast-check";
import { expect, test } from "vitest";
import {
  piecesLeft,
  type RefundableLine,
  type RefundableOrder,
  refundParts,
  sumOfParts,
  taxByLine,
  valueOfPieces,
  wholeRefund,
} from "./refund-parts.ts";

const line = (id: string, change: Partial<RefundableLine> = {}): RefundableLine => ({
  ...{ id, name: id, variation: null, quantity: 2, price: 7200 },
  ...{ refunded: 0, canceled: 0, sent: 0, goodsBack: 0, taxBack: 0, hasShelf: true, ...change },
});

const order = (lines: RefundableLine[], change: Partial<RefundableOrder> = {}): RefundableOrder => ({
  ...{ tax: 0, shipping: 599, shippingBack: 0, lines, ...change },
});

/** The order after a refund that stands, or, with -1, after that refund has failed. */
function after(
  was: RefundableOrder,
  parts: ReturnType<typeof refundParts>,
  sign: 1 | -1 = 1,
): RefundableOrder {
  if (!parts.ok) throw new Error(parts.reason);
  const lines = was.lines.map((known) => {
    const own = parts.lines.find(({ itemId }) => itemId === known.id);
    if (!own) return known;
    return {
      ...known,
      refunded: known.refunded + sign * own.pieces,
      canceled: known.canceled + sign * own.unsent,
      goodsBack: known.goodsBack + sign * own.goods,
      taxBack: known.taxBack + sign * own.tax,
    };
  });
  return {
    ...{ ...was, lines },
    shippingBack: was.shippingBack + sign * parts.shipping,
    shippingTaxBack: (was.shippingTaxBack ?? 0) + sign * parts.shippingTax,
  };
}

const sum = (cents: number[]) => cents.reduce((all, one) => all + one, 0);

const orders = fc
  .record({
    lines: fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 6 }), price: fc.integer({ min: 0, max: 20_000 }) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    tax: fc.integer({ min: 0, max: 9_999 }),
    shipping: fc.integer({ min: 0, max: 1_500 }),
    shippingTax: fc.integer({ min: 0, max: 150 }),
    sent: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ lines, tax, shipping, sent, ...taxed }) => {
    const shippingTax = shipping > 0 ? taxed.shippingTax : 0;
    return order(
      lines.map((each, index) =>
        line(`line ${index}`, { ...each, sent: Math.min(each.quantity, sent[index] ?? 0) }),
      ),
      { tax: tax + shippingTax, shipping, shippingTax },
    );
  });

/** Which pieces of what is left, as numbers that are taken modulo what there is. */
const choices = fc.array(
  fc.record({
    picks: fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
    shipping: fc.nat(),
    fails: fc.boolean(),
  }),
  { maxLength: 8 },
);

const pick = (was: RefundableOrder, { picks, shipping }: { picks: number[]; shipping: number }) => ({
  pieces: Object.fromEntries(
    was.lines.map((known, index) => {
      const left = piecesLeft(known);
      const of = (max: number, at: number) => (picks[at] ?? 0) % (max + 1);
      return [known.id, { unsent: of(left.unsent, index * 2), sent: of(left.sent, index * 2 + 1) }];
    }),
  ),
  shipping: shipping % (was.shipping - was.shippingBack + 1),
});

test("[RF-1] one of two polos, with its share of the tax, and no shipping", () => {
  const sold = order([line("polo"), line("cap", { quantity: 1, price: 3200 })], { tax: 1452 });
  const parts = refundParts(sold, { pieces: { polo: { unsent: 1, sent: 0 } }, shipping: 0 });
  expect(parts).toEqual({
    ok: true,
    lines: [{ itemId: "polo", pieces: 1, unsent: 1, goods: 7200, tax: 594 }],
    ...{ goods: 7200, tax: 594, shipping: 0, shippingTax: 0 },
  });
});

test("[RF-1] the tax is shared out to the cent, the largest remainders first", () => {
  const lines = [
    line("a", { quantity: 1, price: 100 }),
    line("b", { quantity: 1, price: 100 }),
    line("c", { quantity: 1, price: 100 }),
  ];
  expect(taxByLine({ tax: 10, lines })).toEqual([4, 3, 3]);
  expect(taxByLine({ tax: 7, lines: [line("free", { price: 0 })] })).toEqual([7]);
  fc.assert(
    fc.property(orders, (sold) => {
      const shares = taxByLine(sold);
      expect(sum(shares)).toBe(sold.tax - (sold.shippingTax ?? 0));
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("[RF-1] refunded in parts, in any sequence, with failures in between: exactly what was charged comes back", () => {
  fc.assert(
    fc.property(orders, choices, (sold, steps) => {
      let now = sold;
      for (const step of steps) {
        const parts = refundParts(now, pick(now, step));
        const then = after(now, parts);
        if (!step.fails) now = then;
        // A failed refund is forgotten only after the next one was decided.
        else {
          const other = refundParts(then, pick(then, step));
          now = after(after(then, other), parts, -1);
        }
        for (const each of now.lines) {
          expect(each.refunded).toBeLessThanOrEqual(each.quantity);
          expect(each.canceled + each.sent).toBeLessThanOrEqual(each.quantity);
          expect(each.goodsBack).toBeLessThanOrEqual(each.price * each.quantity);
        }
      }
      const rest = refundParts(now, wholeRefund(now));
      const end = after(now, rest);
      expect(end.lines.every(({ refunded, quantity }) => refunded === quantity)).toBe(true);
      expect(sum(end.lines.map(({ goodsBack }) => goodsBack))).toBe(
        sum(sold.lines.map(({ price, quantity }) => price * quantity)),
      );
      expect(sum(end.lines.map(({ taxBack }) => taxBack))).toBe(sold.tax - (sold.shippingTax ?? 0));
      expect(end.shippingTaxBack).toBe(sold.shippingTax);
      expect(end.shippingBack).toBe(sold.shipping);
    }),
  );
});

test("[RF-1] the parts sum to the total, and the sequence of refunds changes nothing", () => {
  fc.assert(
    fc.property(orders, choices, (sold, steps) => {
      const asked = steps.map((step) => pick(sold, step));
      const [one, other] = asked;
      if (!one || !other) return;
      const totals = [
        [one, other],
        [other, one],
      ].map((sequence) => {
        let now = sold;
        for (const each of sequence) {
          const parts = refundParts(now, each);
          if (!parts.ok) return parts.reason;
          expect(sumOfParts(parts)).toBe(
            sum(parts.lines.map(({ goods, tax }) => goods + tax)) + parts.shipping + parts.shippingTax,
          );
          now = after(now, parts);
        }
        return now.lines.map(({ goodsBack, taxBack }) => [goodsBack, taxBack]);
      });
      expect(totals[0]).toEqual(totals[1]);
    }),
  );
});

test("[RF-1] never more pieces or shipping than are left, and no line of another order", () => {
  const sold = order([line("polo", { refunded: 1, canceled: 1, goodsBack: 7200 })], { shippingBack: 500 });
  const ask = (pieces: Record<string, { unsent: number; sent: number }>, shipping = 0) =>
    refundParts(sold, { pieces, shipping });
  expect(ask({ polo: { unsent: 2, sent: 0 } })).toEqual({
    ...{ ok: false, reason: "too_many_pieces", itemId: "polo", left: 1 },
  });
  for (const wrong of [-1, 0.5, Number.NaN])
    expect(ask({ polo: { unsent: wrong, sent: 0 } })).toMatchObject({ reason: "too_many_pieces" });
  expect(ask({ polo: { unsent: 0, sent: 1 } })).toMatchObject({ reason: "too_many_pieces" });
  expect(ask({}, 100)).toEqual({ ok: false, reason: "too_much_shipping", left: 99 });
  expect(ask({ cap: { unsent: 1, sent: 0 } })).toEqual({ ok: false, reason: "unknown_line" });
});

test("[RF-2] pieces that were sent and those that were not are refunded apart", () => {
  expect(piecesLeft(line("polo", { quantity: 3, sent: 1 }))).toEqual({ unsent: 2, sent: 1 });
  // One was canceled before the rest was sent, and one of the rest came back.
  const both = line("polo", { quantity: 3, refunded: 2, canceled: 1, sent: 2 });
  expect(piecesLeft(both)).toEqual({ unsent: 0, sent: 1 });
  expect(valueOfPieces(both, 3)).toBe(21_600);
  // Three for $216.00 less $10.00: the last piece gives back the cent that the others left.
  const values = [1, 2, 3].map((pieces) => valueOfPieces({ ...both, discount: 1_000 }, pieces));
  expect(values).toEqual([6_866, 13_733, 20_600]);
});
