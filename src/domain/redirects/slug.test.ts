import { expect, test } from "vitest";
import { isSlug, SLUG_LENGTH_MAX, slugOf } from "./slug.ts";

test.each([
  ["Night Putt Rope Cap", "night-putt-rope-cap"],
  ["  Café Polo – Men's 👕  ", "cafe-polo-mens"],
  ["Straße & Smørrebrød №5", "strasse-smorrebrod-no5"],
  ["½ Zip", "1-2-zip"],
  ["..//<script>alert(1)</script>", "script-alert-1-script"],
  ["\u202eevil\u202c", "evil"],
  ["🔥🔥", ""],
  ["帽子", ""],
])("[BR-8] the slug of %j is %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
  if (slug !== "") expect([isSlug(slug), slugOf(slug)]).toEqual([true, slug]);
});

test("[BR-8] a long name is cut at a word, and a long word where the slug ends", () => {
  const words = slugOf("word ".repeat(40));
  expect(words).toMatch(/^(word-)+word$/);
  expect(words.length).toBeLessThanOrEqual(SLUG_LENGTH_MAX);
  expect(slugOf("x".repeat(200))).toBe("x".repeat(SLUG_LENGTH_MAX));
});

test.each(["", "-a", "a-", "a--b", "A", "a b", "a/b", "a.b", "é", "x".repeat(SLUG_LENGTH_MAX + 1)])(
  "[BR-8] %j is no slug",
  (text) => {
    expect(isSlug(text)).toBe(false);
  },
);
