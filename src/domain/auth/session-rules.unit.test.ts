import { expect, test } from "vitest";
import { defaultSessionRules, parseSessionRules, spanText } from "./session-rules.ts";

test("[TR-9] the defaults are 8 hours and 7 days, and both are choices", () => {
  const { idleMinutes, absoluteMinutes } = defaultSessionRules;
  expect([spanText(idleMinutes), spanText(absoluteMinutes)]).toEqual(["8 hours", "7 days"]);
  expect(parseSessionRules(String(idleMinutes), String(absoluteMinutes))).toEqual(defaultSessionRules);
});

test.each([
  ["0", "720"],
  ["999999", "999999"],
  ["30", ""],
  ["30.0", "720"],
  ["1440", "720"],
])("[TR-9] %s and %s minutes are no choice", (idle, absolute) => {
  expect(parseSessionRules(idle, absolute)).toBeNull();
});
