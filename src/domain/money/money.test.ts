import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHARGE_MAX, formatDollars, formatMoney, isCents } from "./money.ts";
import { parseDollars, percentOf } from "./money-input.ts";

const cents = fc.integer({ min: 0, max: CHARGE_MAX });

describe("money", () => {
  test("[BC-1] is shown in US dollars, en-US", () => {
    expect(formatMoney(123_456)).toBe("$1,234.56");
    expect(formatMoney(0)).toBe("$0.00");
    expect(formatMoney(-599)).toBe("-$5.99");
    expect(formatDollars(-5)).toBe("-0.05");
  });

  test("what is printed can be read back to the cent", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseDollars(formatDollars(amount))).toBe(amount);
        expect(parseDollars(formatMoney(amount))).toBe(amount);
      }),
    );
  });

  test.each([
    ["5", 500],
    ["5.9", 590],
    [".99", 99],
    ["$1,036.50", 103_650],
    [" 4.35 ", 435],
    ["", null],
    [".", null],
    ["1.005", null],
    ["1,03.50", null],
    ["-1", null],
    ["1e3", null],
    ["٣", null],
    ["NaN", null],
  ])("reads %j as %j", (text, expected) => {
    expect(parseDollars(text)).toBe(expected);
  });

  test("never reads nonsense as an amount", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const amount = parseDollars(text);
        expect(amount === null || isCents(amount)).toBe(true);
      }),
    );
  });

  test("[CA-2] takes a percentage exactly, rounded half up to the cent", () => {
    const rate = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(cents, rate, (amount, tenThousandths) => {
        const exact = BigInt(amount) * BigInt(tenThousandths);
        const expected = (exact * 2n + 1_000_000n) / 2_000_000n;
        expect(BigInt(percentOf(amount, tenThousandths / 10_000))).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
    expect(percentOf(10_000, 8.875)).toBe(888);
  });
});
