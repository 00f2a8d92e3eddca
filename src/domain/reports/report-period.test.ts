import { expect, test } from "vitest";
import { daysOfPreset, hasSingleDays, parseDays } from "./report-period.ts";
import { parseReportSearch, reportSearchText } from "./sales-report.ts";

test("[KN-2] the usual periods are whole months, quarters and years of the shop", () => {
  const of = (today: string) => (preset: Parameters<typeof daysOfPreset>[0]) => {
    const { from, to } = daysOfPreset(preset, today);
    return `${from} ${to}`;
  };
  const leap = of("2028-03-31");
  expect(leap("this-month")).toBe("2028-03-01 2028-03-31");
  expect(leap("last-month")).toBe("2028-02-01 2028-02-29");
  expect(leap("last-30")).toBe("2028-03-02 2028-03-31");
  expect(leap("this-quarter")).toBe("2028-01-01 2028-03-31");
  expect(leap("last-quarter")).toBe("2027-10-01 2027-12-31");
  expect(leap("this-year")).toBe("2028-01-01 2028-12-31");
  expect(leap("last-year")).toBe("2027-01-01 2027-12-31");
  expect(of("2026-01-01")("last-month")).toBe("2025-12-01 2025-12-31");
});

test.each([
  ["2026-06-01", "2026-05-31", "backwards"],
  ["2026-02-30", "2026-03-01", "no_day"],
  ["", "2026-03-01", "no_day"],
  ["06/01/2026", "2026-06-02", "no_day"],
  ["2016-06-01", "2026-06-30", "too_long"],
])("[KN-2] %s to %s is refused as a period and stays as typed: %s", (from, to, why) => {
  expect(parseDays(from, to)).toEqual({ ok: false, why });
  const search = parseReportSearch(new URLSearchParams({ from, to }), "2026-06-15");
  expect(search).toMatchObject({
    days: { from: "2026-06-01", to: "2026-06-30" },
    said: expect.any(String),
    typed: { from, to },
  });
});

test("[KN-2] one day alone stays as it was typed", () => {
  const search = parseReportSearch(new URLSearchParams("to=2026-06-01"), "2026-06-15");
  expect(search.typed).toEqual({ from: "", to: "2026-06-01" });
});

test("[KN-2] ten years are one report, by the month", () => {
  expect(parseDays("2016-06-16", "2026-06-15").ok).toBe(true);
  expect(hasSingleDays({ from: "2016-06-16", to: "2026-06-15" })).toBe(false);
  expect(hasSingleDays(daysOfPreset("this-quarter", "2026-06-15"))).toBe(true);
});

test("[KN-2] what is asked for stands in the address and is read from it again", () => {
  const asked = parseReportSearch(new URLSearchParams("by=state&period=last-month"), "2026-06-15");
  expect(asked).toMatchObject({ kind: "state", preset: "last-month", said: null });
  const typed = { ...asked, preset: null };
  expect(parseReportSearch(new URLSearchParams(reportSearchText(typed)), "2026-06-15")).toEqual(typed);
  expect(
    parseReportSearch(new URLSearchParams("by=toString&period=constructor"), "2026-06-15"),
  ).toMatchObject({
    kind: "day",
    preset: "this-month",
  });
});
