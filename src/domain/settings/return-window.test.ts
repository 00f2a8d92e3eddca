import { expect, test } from "vitest";
import { formatReturns, formatReturnWindow, parseReturnDays, returnLines } from "./return-window.ts";

test("[ST-1] the return window is days, none, or not set", () => {
  expect(["30", " 0 ", "365", ""].map(parseReturnDays)).toEqual([30, 0, 365, null]);
  for (const wrong of ["366", "-1", "1.5", "a month", "1e2"]) expect(parseReturnDays(wrong)).toBeUndefined();
});

test("[CH-3] what is said of returns follows the number, and says nothing that the owner has not set", () => {
  expect(formatReturnWindow(30)).toBe("You can return items within 30 days of delivery.");
  expect(formatReturnWindow(1)).toContain("1 day of");
  expect(formatReturnWindow(0)).toBe("All sales are final.");
  expect(formatReturnWindow(null)).toBe("");
  const terms = { returnCondition: "Unworn, with tags", returnsAreFree: false, refundDays: 5 };
  expect(formatReturns({ ...terms, returnDays: null })).toBe(
    "Something doesn't fit, or isn't what you expected?",
  );
  expect(formatReturns({ ...terms, returnDays: 0 })).not.toContain("doesn't fit");
  expect(
    formatReturns({ ...terms, returnDays: 14 })
      .split("\n")
      .slice(1),
  ).toEqual([
    "You can return items within 14 days of delivery.",
    "Condition: Unworn, with tags.",
    "You pay for return shipping.",
    "We refund you within 5 days of receiving your return.",
  ]);
  expect(returnLines({ returnDays: 14, returnCondition: "", returnsAreFree: true, refundDays: 1 })).toEqual([
    "You can return items within 14 days of delivery.",
    "Return shipping is free: we send you a label.",
    "We refund you within 1 day of receiving your return.",
  ]);
});
