import { expect, test } from "vitest";
import { parseOfficeQuery, phoneKey, searchableWords, trackingKey } from "./office-search.ts";

test("[EA-1] words too short to mean anything are looked for in no name", () => {
  expect(searchableWords("po")).toEqual([]);
  expect(searchableWords(" Pat  Ex ")).toEqual(["pat", "ex"]);
});

test("[EA-1] a tracking number is the same with spaces, dashes and small letters", () => {
  expect(trackingKey("1z 999-aa1 01")).toBe("1Z999AA101");
  expect(trackingKey("1Z 9")).toBe("");
});

test("[EA-1] what was typed is one line of bounded length", () => {
  expect(parseOfficeQuery(new URLSearchParams({ q: ` a\nb ${"x".repeat(500)}` }))).toHaveLength(100);
});

test("[EA-1] a phone number is the same however it is written, and by its last seven digits", () => {
  for (const typed of ["(602) 555-0199", "+1 602-555-0199", "602.555.0199"])
    expect(phoneKey(typed)).toBe("6025550199");
  expect(phoneKey("555-0199")).toBe("5550199");
  for (const typed of ["0199", "ORD-5550199", "1Z 999 555 0199", "12345678901234"])
    expect(phoneKey(typed)).toBe("");
});
