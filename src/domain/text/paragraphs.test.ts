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
