import { expect, test } from "vitest";
import { readForm } from "../form/form-saved.ts";
import { defaultSessionRules, spanText } from "./session-rules.ts";
import { sessionRulesForm } from "./session-rules-form.ts";

const read = (idleMinutes: string, absoluteMinutes: string) =>
  readForm(sessionRulesForm, { idleMinutes, absoluteMinutes });

test("[TR-9] the defaults are 8 hours and 7 days, and both are choices", () => {
  const { idleMinutes, absoluteMinutes } = defaultSessionRules;
  expect([spanText(idleMinutes), spanText(absoluteMinutes)]).toEqual(["8 hours", "7 days"]);
  const value = defaultSessionRules;
  expect(read(String(idleMinutes), String(absoluteMinutes))).toEqual({ ok: true, value });
});

test.each([
  ["0", "720"],
  ["999999", "999999"],
  ["30", ""],
  ["30.0", "720"],
  ["1440", "720"],
])("[TR-9] %s and %s minutes are no choice", (idle, absolute) => {
  expect(read(idle, absolute).ok).toBe(false);
});
