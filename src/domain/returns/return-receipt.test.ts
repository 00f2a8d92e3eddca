import { expect, test } from "vitest";
import { receivedSoFar, refundOfUnits, unitsToSettle } from "./return-receipt.ts";

const line = {
  ...{ itemId: "polos", name: "Polo", variation: "M", quantity: 4, received: 2, settled: 1, wanted: null },
};

test("[RF-7] what is settled is what came before and now, and was not settled yet", () => {
  expect(unitsToSettle([line], { polos: 1 })).toEqual({ polos: 2 });
  expect(unitsToSettle([line], {})).toEqual({ polos: 1 });
  expect(unitsToSettle([{ ...line, settled: 2 }], {})).toEqual({});
  expect(receivedSoFar([line, line])).toBe(4);
  expect(refundOfUnits({ polos: 2 }, 599)).toEqual({
    units: { polos: { unsent: 0, sent: 2 } },
    shipping: 599,
  });
});
