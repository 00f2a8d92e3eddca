import { expect, test } from "vitest";
import { paragraphs } from "./paragraphs.ts";

test("lines lose what is unprintable and the blanks at their end, and of empty lines some stay", () => {
  expect(paragraphs(" Dear\u0000 shop, \t\r\n \r\n\n\n\nthe  cap\tis red \u00a0")).toBe(
    "Dear shop,\n\n\nthe  cap\tis red",
  );
  expect(paragraphs("a\n\n\nb", 1)).toBe("a\n\nb");
  expect(paragraphs(7)).toBe("");
});

test("[TR-7] a long row of blanks is read once, however many there are", () => {
  const row = " ".repeat(64_000);
  const started = performance.now();
  expect(paragraphs(`a${row}x${row}\nb`)).toBe(`a${row}x\nb`);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test("[kind: names with joiners] keeps the marks that join letters or emoji", () => {
  for (const text of ["علی‌زاده", "👩‍👩‍👧 says so", "❤️‍🔥"]) expect(paragraphs(text)).toBe(text);
  expect(paragraphs("a\u200db \u200d c\u202e")).toBe("a\u200db  c");
});

test("[kind: marks over other lines] a letter keeps as many marks as a script puts on one", () => {
  expect(paragraphs(`o${"\u0301".repeat(1_900)}k`)).toBe(`o${"\u0301".repeat(8)}k`);
  expect(paragraphs("Việt हिन्दी ที่")).toBe("Việt हिन्दी ที่");
});
