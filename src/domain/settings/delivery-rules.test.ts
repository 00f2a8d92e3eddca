import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../text/dates.ts";
import { formatDaysOff, isDayRange, parseDaysOff } from "./delivery-rules.ts";

test("[PA-1] days off are read as Americans and computers write them, and put in order", () => {
  expect(parseDaysOff("12/24/2026 to 1/2/2027\n\n 2026-11-27 \n7/6/2026 – 7/10/2026")).toEqual({
    ok: true,
    value: [
      { from: "2026-07-06", to: "2026-07-10" },
      { from: "2026-11-27", to: "2026-11-27" },
      { from: "2026-12-24", to: "2027-01-02" },
    ],
  });
});

test.each([
  ["tomorrow", "no_day"],
  ["2/30/2026", "no_day"],
  ["13/1/2026", "no_day"],
  ["2026-12-24 to 2026-12-23", "no_day"],
  ["2026-12-24 to 2026-12-26 to 2026-12-28", "no_day"],
  ["1/1/2026 to 12/31/2026", "too_long"],
])("[PA-1] %j is named as the line that can't be read", (line, reason) => {
  expect(parseDaysOff(`2026-11-27\n${line}`)).toEqual({ ok: false, line, reason });
});

test("[PA-1] what the form shows is read back as the same days", () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 60 }))
    .map(([at, length]) => ({ from: addDays("2024-01-01", at), to: addDays("2024-01-01", at + length) }));
  fc.assert(
    fc.property(fc.array(range), (ranges) => {
      const value = ranges.toSorted((one, other) => one.from.localeCompare(other.from));
      expect(parseDaysOff(formatDaysOff(value))).toEqual({ ok: true, value });
      expect(value.every(isDayRange)).toBe(true);
    }),
  );
});
