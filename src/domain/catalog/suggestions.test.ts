import { expect, test } from "vitest";
import { QUERY_LENGTH_MAX } from "./parse-shop-search.ts";
import { suggestionText } from "./suggestions.ts";

test("[FI-1] one question has one text, from two letters on", () => {
  expect(["Cap", "  cap ", "CAP\t"].map(suggestionText)).toEqual(["cap", "cap", "cap"]);
  expect(["", " ", "c", " c ", null, 7].map(suggestionText)).toEqual(["", "", "", "", "", ""]);
  expect(suggestionText("🏌️‍♀️ ca")).not.toBe("");
  expect(suggestionText("x".repeat(500))).toHaveLength(QUERY_LENGTH_MAX);
});
