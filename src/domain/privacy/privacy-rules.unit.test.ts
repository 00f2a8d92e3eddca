import { expect, test } from "vitest";
import { readForm } from "../form/form-saved.ts";
import { defaultPrivacyRules, listKept } from "./privacy-rules.ts";
import { privacyRulesForm } from "./privacy-rules-form.ts";

const form = { orderYears: "", messageDays: "730", checkoutDays: " 7 ", restockDays: "365" };

test("[PE-2] a form says how long is kept; an empty field keeps the names of orders", () => {
  expect(readForm(privacyRulesForm, form)).toEqual({ ok: true, value: defaultPrivacyRules });
  expect(readForm(privacyRulesForm, { ...form, orderYears: "7" })).toEqual({
    ok: true,
    value: { ...defaultPrivacyRules, orderYears: 7 },
  });
});

test.each([
  ["orderYears", "0"],
  ["orderYears", "7.5"],
  ["orderYears", "31"],
  ["messageDays", ""],
  ["messageDays", "29"],
  ["checkoutDays", "41"],
  ["restockDays", "-30"],
])("[PE-2] %s may not be “%s”", (field, text) => {
  const parsed = readForm(privacyRulesForm, { ...form, [field]: text });
  expect(parsed.ok ? [] : Object.keys(parsed.errors)).toEqual([field]);
});

test("[PE-2] what is kept follows the rules", () => {
  expect(JSON.stringify(listKept(defaultPrivacyRules))).toContain("Until you erase the customer");
  expect(JSON.stringify(listKept({ ...defaultPrivacyRules, orderYears: 1 }))).toContain(
    "1 year after the order",
  );
});
