import { describe, expect, test } from "vitest";
import { parseSynonyms, SYNONYM_GROUPS_MAX, SYNONYMS_IN_GROUP_MAX, synonymsText } from "./own-synonyms.ts";

describe("the owner's synonyms", () => {
  test("[FI-2] are a line for each group, in any case, with blanks and empty lines where they like", () => {
    const text = " Cap,hat ,  LID\r\n\n\nrain coat, Slicker, slicker,\n";
    expect(parseSynonyms(text)).toEqual({
      ok: true,
      value: [
        ["cap", "hat", "lid"],
        ["rain coat", "slicker"],
      ],
    });
    expect(
      synonymsText([
        ["cap", "hat"],
        ["rain coat", "slicker"],
      ]),
    ).toBe("cap, hat\nrain coat, slicker");
    expect(parseSynonyms("")).toEqual({ ok: true, value: [] });
    expect(parseSynonyms(undefined)).toEqual({ ok: true, value: [] });
  });

  test.each([
    ["cap", "Line 1: enter at least two different words, separated by commas"],
    ["cap, lid\n\nhat, HAT", "Line 3: enter at least two different words, separated by commas"],
    ["cap, !!", "Line 1: “!!” has neither a letter nor a digit"],
    ["cap, a b c d", "Line 1: “a b c d” has more than 3 words"],
    [`cap, ${"x".repeat(41)}`, "Line 1: use at most 40 characters for a word"],
    [
      Array.from({ length: SYNONYMS_IN_GROUP_MAX + 1 }, (_, n) => `w${n}`).join(","),
      "Line 1: use at most 12 words",
    ],
    ["a, b\n".repeat(SYNONYM_GROUPS_MAX + 1), "Use at most 100 lines"],
    ["a,".repeat(20_000), "Use at most 20,000 characters"],
  ])("%j is refused", (text, error) => {
    expect(parseSynonyms(text)).toEqual({ ok: false, error });
  });
});
