import { expect, test } from "vitest";
import { fixUntil, parseFixMinutes } from "./fix-window.ts";

test("[RF-6] the fix-it window is whole minutes up to a day, or off", () => {
  expect(["60", " 0 ", "1440"].map(parseFixMinutes)).toEqual([60, 0, 1440]);
  for (const wrong of ["", "1441", "-1", "1.5", "an hour", "1e2"])
    expect(parseFixMinutes(wrong)).toBeUndefined();
  expect(fixUntil(1_000, 2)).toBe(121_000);
});
