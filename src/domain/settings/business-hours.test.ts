import { expect, test } from "vitest";
import { zoneNameAt } from "../text/dates.ts";
import { hoursRows } from "./business-hours.ts";
import { defaultStoreProfile } from "./store-profile.ts";

test("[CT-1] the hours are Monday to Friday 9am to 5pm MST, closed on Saturday and Sunday", () => {
  const { businessHours, timeZone } = defaultStoreProfile;
  const zone = zoneNameAt(timeZone, new Date("2026-07-01T12:00:00Z"));
  expect(hoursRows(businessHours, zone)).toEqual([
    ["Monday to Friday", "9am to 5pm MST"],
    ["Saturday and Sunday", "Closed"],
  ]);
});

test("a zone is named once", () => {
  expect(hoursRows("Daily: 9:30am to 5pm EST\n\nBy appointment", "EST")).toEqual([
    ["Daily", "9:30am to 5pm EST"],
    ["By appointment", ""],
  ]);
});
