import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type RefundableLine,
  type RefundableOrder,
  refundParts,
  sumOfParts,
  unitsLeft,
  wholeRefund,
} from "./refund-parts.ts";

let ids = 0;

type Sold = { quantity?: number; price?: number; discount?: number; sent?: number; tax?: number };

/** A line with units that share what was paid and the tax to the cent. */
const line = (id: string, sold: Sold = {}): RefundableLine => {
  const { quantity = 3, price = 7_200, discount = 0, sent = 0, tax = 0 } = sold;
  const share = (cents: number, nth: number) =>
    Math.floor((cents * nth) / quantity) - Math.floor((cents * (nth - 1)) / quantity);
  const units = Array.from({ length: quantity }, (_, at) => ({
    ...{ id: ++ids, isSent: at < sent, returnId: null },
    ...{ goods: share(price * quantity - discount, at + 1), tax: share(tax, at + 1) },
  }));
  return { id, name: id, variation: null, price, gift: 0, units, hasShelf: true };
};

const order = (lines: RefundableLine[], change: Partial<RefundableOrder> = {}): RefundableOrder => ({
  ...{ shipping: 599, shippingBack: 0, lines, ...change },
});

/** The order after a refund that stands. */
function after(was: RefundableOrder, parts: ReturnType<typeof refundParts>): RefundableOrder {
  if (!parts.ok) throw new Error(parts.reason);
  const gone = new Set(parts.lines.flatMap((own) => own.units));
  const lines = was.lines.map((known) => ({
    ...known,
    units: known.units.filter(({ id }) => !gone.has(id)),
  }));
  return { ...was, lines, shippingBack: was.shippingBack + parts.shipping };
}

/** The same after that refund has failed. */
function without(
  now: RefundableOrder,
  was: RefundableOrder,
  parts: ReturnType<typeof refundParts>,
): RefundableOrder {
  if (!parts.ok) throw new Error(parts.reason);
  const back = new Set(parts.lines.flatMap((own) => own.units));
  const lines = now.lines.map((known, at) => ({
    ...known,
    units: (was.lines[at]?.units ?? []).filter(
      ({ id }) => back.has(id) || known.units.some((unit) => unit.id === id),
    ),
  }));
  return { ...now, lines, shippingBack: now.shippingBack - parts.shipping };
}

const sum = (cents: number[]) => cents.reduce((all, one) => all + one, 0);

const orders = fc
  .record({
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 6 }),
        price: fc.integer({ min: 0, max: 20_000 }),
        tax: fc.integer({ min: 0, max: 9_999 }),
        sent: fc.integer({ min: 0, max: 6 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    shipping: fc.integer({ min: 0, max: 1_500 }),
  })
  .map(({ lines, shipping }) =>
    order(
      lines.map((each, index) => line(`line ${index}`, each)),
      { shipping },
    ),
  );

/** Which units of what is left, as numbers that are taken modulo what there is. */
const choices = fc.array(
  fc.record({
    picks: fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
    shipping: fc.nat(),
    fails: fc.boolean(),
  }),
  { maxLength: 8 },
);

const pick = (was: RefundableOrder, { picks, shipping }: { picks: number[]; shipping: number }) => ({
  units: Object.fromEntries(
    was.lines.map((known, index) => {
      const left = unitsLeft(known);
      const of = (max: number, at: number) => (picks[at] ?? 0) % (max + 1);
      return [known.id, { unsent: of(left.unsent, index * 2), sent: of(left.sent, index * 2 + 1) }];
    }),
  ),
  shipping: shipping % (was.shipping - was.shippingBack + 1),
});

const worthOf = ({ lines }: RefundableOrder) =>
  sum(lines.flatMap(({ units }) => units.map(({ goods, tax }) => goods + tax)));

test("[RF-1] one of two polos, with its share of the tax, and no shipping", () => {
  const polo = line("polo", { quantity: 2, tax: 1_188 });
  const parts = refundParts(order([polo, line("cap", { quantity: 1 })]), {
    ...{ units: { polo: { unsent: 1, sent: 0 } }, shipping: 0 },
  });
  expect(parts).toEqual({
    ok: true,
    lines: [{ itemId: "polo", units: [polo.units[0]?.id], goods: 7200, tax: 594 }],
    ...{ goods: 7200, tax: 594, shipping: 0, shippingTax: 0 },
  });
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
        else now = without(after(then, refundParts(then, pick(then, step))), now, parts);
      }
      const parts = refundParts(now, wholeRefund(now));
      expect(parts.ok && sumOfParts(parts)).toBe(worthOf(now) + now.shipping - now.shippingBack);
      const end = after(now, parts);
      expect(end.lines.every(({ units }) => units.length === 0)).toBe(true);
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
            sum(parts.lines.map(({ goods, tax }) => goods + tax)) + parts.shipping,
          );
          now = after(now, parts);
        }
        return worthOf(now);
      });
      expect(totals[0]).toEqual(totals[1]);
    }),
  );
});

test("[RF-1] never more units or shipping than are left, and no line of another order", () => {
  const sold = order([line("polo", { quantity: 1 })], { shippingBack: 500 });
  const ask = (units: Record<string, { unsent: number; sent: number }>, shipping = 0) =>
    refundParts(sold, { units, shipping });
  expect(ask({ polo: { unsent: 2, sent: 0 } })).toEqual({
    ...{ ok: false, reason: "too_many_units", itemId: "polo", left: 1 },
  });
  for (const wrong of [-1, 0.5, Number.NaN])
    expect(ask({ polo: { unsent: wrong, sent: 0 } })).toMatchObject({ reason: "too_many_units" });
  expect(ask({ polo: { unsent: 0, sent: 1 } })).toMatchObject({ reason: "too_many_units" });
  expect(ask({}, 100)).toEqual({ ok: false, reason: "too_much_shipping", left: 99 });
  expect(ask({ cap: { unsent: 1, sent: 0 } })).toEqual({ ok: false, reason: "unknown_line" });
});

test("[RF-2] units that were sent and those that were not are refunded apart, those of the return first", () => {
  const polo = line("polo", { quantity: 3, sent: 2 });
  expect(unitsLeft(polo)).toEqual({ unsent: 1, sent: 2 });
  const [first, second, third] = polo.units;
  const units = polo.units.map((unit) => (unit === second ? { ...unit, returnId: "return" } : unit));
  const chosen = (asked: { unsent: number; sent: number }, returnId?: string) => {
    const parts = refundParts(order([{ ...polo, units }]), {
      ...{ units: { polo: asked }, shipping: 0 },
      ...(returnId === undefined ? {} : { returnId }),
    });
    return parts.ok && parts.lines.flatMap((each) => each.units);
  };
  expect(chosen({ unsent: 1, sent: 1 })).toEqual([third?.id, first?.id]);
  expect(chosen({ unsent: 0, sent: 1 }, "return")).toEqual([second?.id]);
});

test("[RF-1] the tax on the shipping is refunded with it, to the cent, in however many parts", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_500 }),
      fc.nat(150),
      fc.array(fc.nat(), { maxLength: 4 }),
      (shipping, shippingTax, asks) => {
        let now = order([line("cap")], { shipping, shippingTax });
        for (const ask of [...asks, null]) {
          const left = now.shipping - now.shippingBack;
          const parts = refundParts(now, { units: {}, shipping: ask === null ? left : ask % (left + 1) });
          if (!parts.ok) throw new Error(parts.reason);
          expect(parts.tax).toBe(parts.shippingTax);
          now = { ...after(now, parts), shippingTaxBack: (now.shippingTaxBack ?? 0) + parts.shippingTax };
        }
        expect(now.shippingTaxBack ?? 0).toBe(shippingTax);
      },
    ),
  );
});
