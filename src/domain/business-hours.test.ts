import { expect, test } from "vitest";
import { hoursRows, zoneNameAt } from "./business-hours.ts";
import { defaultStoreProfile } from "./store-profile.ts";

test("[CT-1] the hours are Monday to Friday 9am to 5pm MST, closed on Saturday and Sunday", () => {
  const { businessHours, timeZone } = defaultStoreProfile;
  const zone = zoneNameAt(timeZone, new Date("2026-07-01T12:00:00Z"));
  expect(hoursRows(businessHours, zone)).toEqual([
    ["Monday to Friday", "9am to 5pm MST"],
    ["Saturday and Sunday", "Closed"],
  ]);
});

test("a zone is named as it is at that moment, and once", () => {
  expect(zoneNameAt("America/New_York", new Date("2026-01-01T12:00:00Z"))).toBe("EST");
  expect(zoneNameAt("America/New_York", new Date("2026-07-01T12:00:00Z"))).toBe("EDT");
  expect(hoursRows("Daily: 9:30am to 5pm EST\n\nBy appointment", "EST")).toEqual([
    ["Daily", "9:30am to 5pm EST"],
    ["By appointment", ""],
  ]);
});
