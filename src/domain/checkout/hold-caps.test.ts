import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultHoldCaps, mayHold } from "./hold-caps.ts";

const caps = defaultHoldCaps;
const CAP = caps.unitsPerVisitor;

test("[TR-3] visitors who never paid each hold at most the cap, and together half of a variant and a quarter of the shop", () => {
  const ask = fc.record({
    visitor: fc.nat(6),
    wants: fc.dictionary(fc.constantFrom("0", "1", "2"), fc.integer({ min: 1, max: 30 }), { minKeys: 1 }),
  });
  const shelf = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(shelf, fc.array(ask, { maxLength: 40 }), (onHand, asks) => {
      const ofShop = onHand.reduce((sum, units) => sum + units, 0);
      const held = onHand.map(() => 0);
      const byVisitor = new Map<number, number>();
      for (const { visitor, wants } of asks) {
        const lines = Object.entries(wants).map(([variant, quantity]) => {
          const [units, taken] = [onHand[Number(variant)] ?? 0, held[Number(variant)] ?? 0];
          return {
            variant: Number(variant),
            quantity,
            available: units - taken,
            onHand: units,
            heldByStrangers: taken,
          };
        });
        if (lines.some(({ quantity, available }) => quantity > available)) continue;
        const byStrangers = held.reduce((sum, units) => sum + units, 0);
        const own = byVisitor.get(visitor) ?? 0;
        if (!mayHold(lines, { byVisitor: own, byStrangers, onHand: ofShop, caps, hasPaid: false })) continue;
        for (const { variant, quantity } of lines) {
          held[variant] = (held[variant] ?? 0) + quantity;
          byVisitor.set(visitor, (byVisitor.get(visitor) ?? 0) + quantity);
        }
      }
      for (const units of byVisitor.values()) expect(units).toBeLessThanOrEqual(CAP);
      held.forEach((units, variant) => {
        expect(units * 2).toBeLessThanOrEqual(onHand[variant] ?? 0);
      });
      expect(held.reduce((sum, units) => sum + units, 0) * 4).toBeLessThanOrEqual(ofShop);
    }),
  );
});

test("[TR-3] a returning customer is not counted with new visitors, but has the same cap", () => {
  const line = { quantity: CAP, available: 30, onHand: 30, heldByStrangers: 15 };
  const asked = { byVisitor: 0, byStrangers: 100, onHand: 100, caps };
  expect(mayHold([line], { ...asked, hasPaid: true })).toBe(true);
  expect(mayHold([line], { ...asked, hasPaid: false })).toBe(false);
  expect(mayHold([line], { ...asked, byVisitor: 1, hasPaid: true })).toBe(false);
});

test("[TR-3] a visitor who never paid can't hold the last unit of a variant before Pay is pressed", () => {
  const line = { quantity: 1, available: 1, onHand: 1, heldByStrangers: 0 };
  expect(mayHold([line], { byVisitor: 0, byStrangers: 0, onHand: 100, caps, hasPaid: false })).toBe(false);
});
