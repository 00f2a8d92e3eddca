import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  addDays,
  endOfShopDay,
  formatDay,
  formatMoment,
  shopDay,
  shopYear,
  wallTime,
  weekdayOf,
  zoneNameAt,
} from "./dates.ts";

const THREE_DATES = "2026-06-02T10:30:00Z";
const MACHINES = [
  { zone: "Pacific/Kiritimati", date: "Jun 3, 2026" },
  { zone: "America/Phoenix", date: "Jun 2, 2026" },
  { zone: "Pacific/Pago_Pago", date: "Jun 1, 2026" },
];

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(MACHINES)("on a machine in $zone", ({ zone, date }) => {
  test("a moment with three dates on Earth is formatted in the requested zone", () => {
    vi.stubEnv("TZ", zone);
    expect(new Date(THREE_DATES).toLocaleDateString("en-US", { dateStyle: "medium" })).toBe(date);
    expect(formatMoment(THREE_DATES, zone, "date")).toBe(date);
    expect(formatMoment(THREE_DATES, "America/Phoenix", "date")).toBe("Jun 2, 2026");
    expect(formatMoment(THREE_DATES, "America/Phoenix", "date and time")).toBe("Jun 2, 2026, 3:30 AM");
    expect(formatMoment(THREE_DATES, "America/New_York", "date and time")).toBe("Jun 2, 2026, 6:30 AM");
    expect(shopDay(Date.parse(THREE_DATES), "America/Phoenix")).toBe("2026-06-02");
    expect(endOfShopDay(Date.parse(THREE_DATES), "America/Phoenix")).toBe(Date.UTC(2026, 5, 3, 7));
    expect(formatDay("2026-06-02")).toBe("Jun 2");
    expect(weekdayOf("2026-06-02")).toBe(2);
  });
});

test("[KN-7] a day is the shop's own: evening in Arizona is the next day elsewhere", () => {
  const phoenix = "America/Phoenix";
  expect(shopDay(Date.UTC(2026, 5, 2, 6, 59), phoenix)).toBe("2026-06-01");
  expect(shopDay(Date.UTC(2026, 5, 2, 7, 0), phoenix)).toBe("2026-06-02");
  expect(shopDay(Date.UTC(2026, 5, 2, 7, 0), "Pacific/Honolulu")).toBe("2026-06-01");
  expect(shopDay(Date.UTC(2026, 0, 1, 6), phoenix)).toBe("2025-12-31");
  expect(shopYear(Date.UTC(2026, 0, 1, 6), phoenix)).toBe(2025);
  expect(shopYear(Date.UTC(2026, 0, 1, 6), "America/New_York")).toBe(2026);
  expect(wallTime(Date.UTC(2026, 0, 1, 5, 0, 9), "America/New_York")).toBe("2026-01-01 00:00:09");
});

test("[KN-7] a day ends at the shop's midnight, also on the days on which clocks change", () => {
  const end = (at: number, zone: string) => new Date(endOfShopDay(at, zone)).toISOString();
  expect(end(Date.UTC(2026, 5, 2, 6, 59), "America/Phoenix")).toBe("2026-06-02T07:00:00.000Z");
  // March 8 has 23 hours in New York, November 1 has 25.
  expect(end(Date.UTC(2026, 2, 8, 5), "America/New_York")).toBe("2026-03-09T04:00:00.000Z");
  expect(end(Date.UTC(2026, 2, 9, 3, 59), "America/New_York")).toBe("2026-03-09T04:00:00.000Z");
  expect(end(Date.UTC(2026, 10, 1, 4), "America/New_York")).toBe("2026-11-02T05:00:00.000Z");
  expect(end(Date.UTC(2026, 10, 2, 4, 59), "America/New_York")).toBe("2026-11-02T05:00:00.000Z");
});

test("days are counted over the ends of months and years", () => {
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addDays("2025-12-31", 1)).toBe("2026-01-01");
  expect(formatDay("")).toBe("");
});

test("nothing else of the shop formats a date or asks for a local one", () => {
  const src = path.join(import.meta.dirname, "../..");
  const dateWork = /DateTimeFormat|toLocale(Date|Time)String|\.get(UTC)?(Day|Date|Month|FullYear|Hours)\(/;
  const files = ["domain", "server", "process", "web"].flatMap((room) =>
    readdirSync(path.join(src, room), { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => path.join(room, name)),
  );
  const found = files.filter((file) => dateWork.test(readFileSync(path.join(src, file), "utf8")));
  expect(found.map((file) => path.basename(file))).toEqual(["dates.ts", "zone-time.ts"]);
});

test("a zone is named as it is at that moment", () => {
  expect(zoneNameAt("America/New_York", new Date("2026-01-01T12:00:00Z"))).toBe("EST");
  expect(zoneNameAt("America/New_York", new Date("2026-07-01T12:00:00Z"))).toBe("EDT");
});

test("[KN-7] a time zone's format is created once for each style, and the styles differ", () => {
  const at = "2026-06-02T04:30:05.000Z";
  const tell = () =>
    [
      wallTime(Date.parse(at), "America/Denver"),
      zoneNameAt("America/Denver", new Date(at)),
      ...(["date", "time", "date and time"] as const).map((style) =>
        formatMoment(at, "America/Denver", style),
      ),
      formatMoment(at, "America/New_York", "time"),
    ].map((text) => text.replaceAll("\u202f", " "));
  const told = tell();
  expect(told).toEqual([
    "2026-06-01 22:30:05",
    "MDT",
    "Jun 1, 2026",
    "10:30 PM",
    "Jun 1, 2026, 10:30 PM",
    "12:30 AM",
  ]);
  const made = vi.spyOn(Intl, "DateTimeFormat");
  expect(tell()).toEqual(told);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});
