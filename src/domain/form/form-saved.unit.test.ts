import { expect, test } from "vitest";
import * as z from "zod";
import { labeled, labelOf, optionalNumberField, switchField, wholeNumberField } from "./form-fields.ts";
import { isOutdated, readForm } from "./form-saved.ts";

const message = "Enter a whole number from 1 to 30";
const schema = z.object({
  years: labeled("Years", optionalNumberField({ min: 1, max: 30, message })),
  days: labeled("Days", wholeNumberField({ min: 1, max: 30, message })),
  isOn: switchField(),
});

test("a form is read as a browser sends it: a switch that is off, and a field that is blank", () => {
  expect(readForm(schema, { years: " ", days: " 7 ", isOn: "on" })).toEqual({
    ok: true,
    value: { years: null, days: 7, isOn: true },
  });
  expect(readForm(schema, { years: "3", days: 30 })).toMatchObject({ value: { years: 3, isOn: false } });
});

test.each(["", "0", "31", "7.5", "-1", "1e1", "soon", ["7", "8"], undefined])(
  "%j is no whole number, and each field has one message",
  (days) => {
    expect(readForm(schema, { days })).toEqual({ ok: false, reason: "invalid", errors: { days: message } });
    if (typeof days === "string" && days !== "")
      expect(readForm(schema, { days: "7", years: days })).toMatchObject({ errors: { years: message } });
  },
);

test("a field has one label, and a field without one its name", () => {
  expect([labelOf(schema, "days"), labelOf(schema, "isOn")]).toEqual(["Days", "isOn"]);
});

test("[PE-2] a form is outdated when something else is stored than it was opened with", () => {
  const now = { days: 7, years: null };
  expect(isOutdated(JSON.stringify(now), now)).toBe(false);
  expect(isOutdated('{"years":null,"days":7}', now)).toBe(false);
  expect(isOutdated('{"years":3,"days":7}', now)).toBe(true);
  for (const none of [undefined, "", "no JSON", "null"]) expect(isOutdated(none, now)).toBe(false);
});
