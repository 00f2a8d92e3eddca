import { expect, test } from "vitest";
import { formatOperation, formatRefusal } from "./alert.ts";

test("each kind of call is described in plain words, a new one by its name", () => {
  for (const kind of ["create", "cancel", "refund", "session", "expire"])
    expect(formatOperation(kind)).toMatch(/^A (payment|refund|payment page) that /);
  expect(formatOperation("capture")).toBe("A call to Stripe: capture");
});

test("a decision that could not be carried out says what to do next", () => {
  expect(formatRefusal({ ok: false, reason: "still_open" })).toContain("Try again");
  expect(formatRefusal({ ok: false, reason: "unavailable" })).toContain("Try again later");
  expect(formatRefusal({ ok: false, reason: "was_made" })).toContain("nothing left");
});
