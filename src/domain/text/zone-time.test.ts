import { expect, test } from "vitest";
import { localTimeOf, momentOfLocal } from "./zone-time.ts";

test("what clocks skip in spring is the hour after it, west and east of Greenwich", () => {
  expect(momentOfLocal("2026-03-08T02:30", "America/New_York")?.toISOString()).toBe(
    "2026-03-08T07:30:00.000Z",
  );
  expect(momentOfLocal("2026-03-29T02:30", "Europe/Berlin")?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
});

/** The days of 2026 on which clocks are set somewhere below, and one on which none are. */
const days = [
  "2026-03-08",
  "2026-03-29",
  "2026-04-05",
  "2026-07-01",
  "2026-10-04",
  "2026-10-25",
  "2026-11-01",
];

test.each(["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "UTC"])(
  "each quarter of an hour in %s comes back as it was typed, but for those that are skipped",
  (zone) => {
    const skipped: string[] = [];
    for (const day of days) {
      for (let quarter = 0; quarter < 96; quarter += 1) {
        const typed = new Date(Date.parse(day) + quarter * 15 * 60_000).toISOString().slice(0, 16);
        const moment = momentOfLocal(typed, zone);
        if (!moment || localTimeOf(moment, zone) !== typed) skipped.push(typed);
      }
    }
    expect(skipped).toHaveLength({ UTC: 0, "Australia/Lord_Howe": 2 }[zone] ?? 4);
  },
);

test.each([
  ...["", "soon", "2026-02-30T10:00", "2026-11-27", "2026-11-27T25:00"],
  // In the year 10000 it is over in New York; the year 0 is none.
  ...["9999-12-31T23:59", "0000-06-01T10:00"],
])("%j is no time", (typed) => {
  expect(momentOfLocal(typed, "America/New_York")).toBeNull();
});

test("the first and the last year have moments", () => {
  for (const typed of ["0001-01-02T00:00", "9999-12-31T18:59"])
    expect(momentOfLocal(typed, "America/New_York")?.toISOString().slice(0, 4)).toBe(typed.slice(0, 4));
  expect(momentOfLocal("9999-12-31T23:59", "UTC")).toEqual(new Date("9999-12-31T23:59Z"));
});
