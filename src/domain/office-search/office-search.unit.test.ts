import { expect, test } from "vitest";
import { parseOfficeQuery, searchableWords, trackingKey } from "./office-search.ts";

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
