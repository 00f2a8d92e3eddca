import { expect, test } from "vitest";
import { momentOf } from "./read-moment.ts";

test.each([
  ["11/27/2026 9:30", "2026-11-27T09:30"],
  ["11/27/2026", "2026-11-27T00:00"],
  ["1/2/26 9:05:00 PM", "2026-01-02T21:05"],
  ["1/2/2026 12:00 AM", "2026-01-02T00:00"],
  ["2026-12-01", "2026-12-01T00:00"],
  ["2026-11-27T09:30", "2026-11-27T09:30"],
  ["31/12/2026", "31/12/2026"],
  ["Black Friday", "Black Friday"],
  ["", ""],
])("[kind: dates] a spreadsheet's %j is %j", (text, moment) => {
  expect(momentOf(text)).toBe(moment);
});
