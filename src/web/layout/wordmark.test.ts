import { expect, test } from "vitest";
import { drawPart } from "#test/pages/draw-part.ts";
import { Wordmark } from "./wordmark.tsx";

const drawn = (storeName: string) => drawPart(Wordmark, { storeName });

test.each([
  ["Golf Pro Sho", "p"],
  ["Pat's Golf ", "⛳"],
  ["Pat's Golf ", "⛳\ufe0f"],
  ["Pat's Golf ", "🏌🏽"],
  ["Pat's Golf 🇬🇧", "🇺🇸"],
  ["Caf", "e\u0301"],
  ["", "𝔾"],
])("[HD-1] the flag of %j%j stands in its last letter, which is never cut", (before, last) => {
  expect(drawn(before + last)).toContain(
    `:hidden">${before.replace("'", "&#x27;")}<span class="relative">${last}<svg`,
  );
});

test("[HD-1] a store without a name has a wordmark, too", () => {
  expect(drawn("")).toContain(':hidden"><span class="relative"><svg');
});

test("[HD-4] a phone shows a name that fits next to three icons, from 360 px on; any other name becomes its initials there", () => {
  expect(drawn("Golf Pro Shop")).toContain('<span class="crest min-[22.5rem]:hidden">GPS</span>');
  expect(drawn("Pebble Creek Golf Supply")).toContain('<span class="crest md:hidden">GPS</span>');
});
