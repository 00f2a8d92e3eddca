import { expect, test } from "vitest";
import { missedFigures, rareCases } from "./coverage.ts";

const counted = { "settle_payment:committed": 20, "begin … fail_refund … commit": 0.002 };

/** A full run that met all; the changes are [reached, died in] by gap. */
function missed(changes: Record<string, [number, number]>): string[] {
  const gaps = {
    "settle_payment:committed": [200_000, 150],
    "begin … fail_refund … commit": [20, 9],
    ...changes,
  };
  return missedFigures(
    {
      schedules: 10_000,
      reached: new Map(Object.entries(gaps).flatMap(([gap, [met]]) => (met ? [[gap, met]] : []))),
      crashed: new Map(Object.entries(gaps).map(([gap, [, died = 0]]) => [gap, died])),
      cases: new Map(rareCases.map((name) => [name, 20])),
    },
    counted,
  );
}

test("a full run that met every gap missed nothing", () => {
  expect(missed({})).toEqual([]);
  expect(missed({ "read orders": [400, 0], "a gap that is met now and then": [19, 0] })).toEqual([]);
});

test("a gap that was counted and is not met any more is missed", () => {
  expect(missed({ "settle_payment:committed": [0, 0] })).toEqual([
    "settle_payment:committed was never reached; count the gaps again if it is gone",
  ]);
});

test("how many deaths a gap needs follows from how often it was counted, and it is never none", () => {
  expect(missed({ "settle_payment:committed": [2, 2] })).toEqual([
    "died in settle_payment:committed 2 times, not 100",
  ]);
  expect(missed({ "begin … fail_refund … commit": [3, 3] })).toEqual([
    "died in begin … fail_refund … commit 3 times, not 5",
  ]);
  expect(missed({ "begin … fail_refund … commit": [1, 0] })[0]).toMatch(/0 times, not 5$/);
});

test("a gap that nobody has counted is named", () => {
  expect(missed({ "insert gifts:committed": [20, 12] })).toEqual([
    "insert gifts:committed was reached 20 times and never counted: count the gaps again",
  ]);
});
