import { expect, test } from "vitest";
import { parseCame, receivedSoFar, refundOfUnits, unitsToSettle } from "./return-receipt.ts";

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

test("[RF-7] no more can come than is still away", () => {
  expect(parseCame({ "came-polos": "2" }, [line])).toEqual({ ok: true, came: { polos: 2 } });
  expect(parseCame({}, [line])).toEqual({ ok: true, came: { polos: 0 } });
  for (const wrong of ["3", "-1", "x", "1.0"])
    expect(parseCame({ "came-polos": wrong }, [line])).toEqual({
      ok: false,
      errors: { "came-polos": "Please enter a whole number from 0 to 2" },
    });
});
