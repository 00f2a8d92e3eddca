import { expect, test } from "vitest";
import { readForm } from "../form/form-saved.ts";
import { keepingOf, nightOf, tellBytes, weekOf } from "./backup.ts";
import { backupRulesForm } from "./backup-rules-form.ts";

test("[KN-6] a night begins at three in the shop's zone, also when clocks change, and its week on Monday", () => {
  const phoenix = (at: string) => nightOf(Date.parse(at), "America/Phoenix");
  expect([phoenix("2026-06-01T09:59:59Z"), phoenix("2026-06-01T10:00:00Z")]).toEqual([
    "2026-05-31",
    "2026-06-01",
  ]);
  const newYork = (at: string) => nightOf(Date.parse(at), "America/New_York");
  // Clocks go back at 2:00 AM of November 1: one night each, and none is left out.
  const nights = Array.from({ length: 72 }, (_, hour) =>
    newYork(new Date(Date.UTC(2026, 9, 31, hour)).toISOString()),
  );
  expect([...new Set(nights)]).toEqual(["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"]);
  expect([weekOf("2026-06-01"), weekOf("2026-06-07"), weekOf("2026-06-08")]).toEqual([
    "2026-06-01",
    "2026-06-01",
    "2026-06-08",
  ]);
});

test("[KN-6] a backup is kept for days, the first of its week for weeks, whichever is longer", () => {
  const moments = ["06-03", "06-01", "05-31", "05-25"].map((day) => `2026-${day}T10:00:00.000Z`);
  const kept = (rules: { days: number; weeks: number }) =>
    [...keepingOf(moments, rules, "America/Phoenix").values()].map(({ until, isWeekly }) => [
      new Date(until).toISOString().slice(5, 10),
      isWeekly,
    ]);
  expect(kept({ days: 7, weeks: 4 })).toEqual([
    ["06-10", false],
    ["06-29", true],
    ["06-07", false],
    ["06-22", true],
  ]);
  expect(kept({ days: 60, weeks: 0 })[1]).toEqual(["07-31", true]);
});

test("[KN-6] rules that would keep nothing, or forever, are refused at their field", () => {
  expect(readForm(backupRulesForm, { days: "14", weeks: " 0 " })).toEqual({
    ok: true,
    value: { days: 14, weeks: 0 },
  });
  for (const [days, weeks, wrong] of [
    ["0", "4", ["days"]],
    ["91", "53", ["days", "weeks"]],
    ["7.5", "-1", ["days", "weeks"]],
    [undefined, ["4"], ["days", "weeks"]],
  ] as const) {
    const parsed = readForm(backupRulesForm, { days, weeks });
    expect(parsed.ok ? [] : Object.keys(parsed.errors)).toEqual(wrong);
  }
});

test("sizes are formatted for the owner", () => {
  expect([0, 999, 1_000, 24_300_000, 1_300_000_000, 2e13].map(tellBytes)).toEqual([
    "0 B",
    "999 B",
    "1.0 KB",
    "24 MB",
    "1.3 GB",
    "20000 GB",
  ]);
});
