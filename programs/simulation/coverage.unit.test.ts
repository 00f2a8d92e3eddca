import { expect, test } from "vitest";
import { missedFigures, rareCases } from "./coverage.ts";

const counted = { "settle_payment:committed": 20, "begin … fail_refund … commit": 0.002 };

/** A full run that reached everything; the changes are [reached, died in] by gap. */
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
  expect(missed({ "read orders": [400, 0], "a gap that is rarely reached": [19, 0] })).toEqual([]);
});

test("a counted gap that is no longer reached is reported", () => {
  expect(missed({ "settle_payment:committed": [0, 0] })).toEqual([
    "settle_payment:committed was never reached; count the gaps again if it is gone",
  ]);
});

test("the required deaths of a gap follow from its count, and are never zero", () => {
  expect(missed({ "settle_payment:committed": [2, 2] })).toEqual([
    "died in settle_payment:committed 2 times, not 100",
  ]);
  expect(missed({ "begin … fail_refund … commit": [3, 3] })).toEqual([
    "died in begin … fail_refund … commit 3 times, not 5",
  ]);
  expect(missed({ "begin … fail_refund … commit": [1, 0] })[0]).toMatch(/0 times, not 5$/);
});

test("an uncounted gap is reported", () => {
  expect(missed({ "insert gifts:committed": [20, 12] })).toEqual([
    "insert gifts:committed was reached 20 times and never counted: count the gaps again",
  ]);
});
