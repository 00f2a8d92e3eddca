import fc from "fast-check";
import { expect, test } from "vitest";
import { splitRefund } from "./split-refund.ts";

const top = (left: number) => ({ intentId: "pi_top", left });
const own = (left: number) => ({ intentId: "pi_own", left });

test("[RF-5] a refund goes to the first payment that bears it, else over all of them", () => {
  expect(splitRefund([top(1_200), own(6_599)], 1_200)).toEqual([{ intentId: "pi_top", amount: 1_200 }]);
  expect(splitRefund([top(1_200), own(6_599)], 1_201)).toEqual([{ intentId: "pi_own", amount: 1_201 }]);
  expect(splitRefund([top(1_200), own(6_599)], 7_000)).toEqual([
    { intentId: "pi_top", amount: 1_200 },
    { intentId: "pi_own", amount: 5_800 },
  ]);
  expect(splitRefund([top(0), own(100)], 200)).toEqual([{ intentId: "pi_own", amount: 200 }]);
  expect(splitRefund([], 200)).toEqual([]);
});

test("[RF-5] the parts are together the refund to the cent, and none is more than is left of its payment", () => {
  const payments = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(payments, fc.double({ min: 0, max: 1, noNaN: true }), (lefts, part) => {
      const known = lefts.map((left, at) => ({ intentId: `pi_${at}`, left }));
      const all = lefts.reduce((sum, left) => sum + left, 0);
      const amount = Math.ceil(all * part);
      fc.pre(amount > 0);
      const parts = splitRefund(known, amount);
      expect(parts.reduce((sum, each) => sum + each.amount, 0)).toBe(amount);
      for (const each of parts) {
        expect(each.amount).toBeGreaterThan(0);
        expect(each.amount).toBeLessThanOrEqual(
          known.find(({ intentId }) => intentId === each.intentId)?.left ?? 0,
        );
      }
    }),
  );
});
