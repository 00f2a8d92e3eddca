import * as fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, csvLine, plainCell } from "./csv.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "\u200b=1", "|calc"])(
  "a text that a spreadsheet would run is text: %j",
  (text) => {
    expect(csvCell(text).replace(/^"/, "").startsWith("'")).toBe(true);
  },
);

test("texts with commas, quotes and lines stay one cell", () => {
  expect(csvCell('a "b", c\nd')).toBe('"a ""b"", c\nd"');
  expect(csvCell("plain")).toBe("plain");
  expect(csvLine(["a", 1, "b,c"])).toBe('a,1,"b,c"\r\n');
});

test("an apostrophe of ours is taken off again, one of the owner's stays", () => {
  expect(plainCell("'=1")).toBe("=1");
  expect(plainCell("'tis")).toBe("'tis");
  expect(plainCell("=1")).toBe("=1");
  const written = fc.string({ unit: fc.constantFrom("'", "=", "-", " ", "\t", "a", "@", '"', ",") });
  fc.assert(
    fc.property(written, (text) => {
      const cell = csvCell(text);
      const unquoted = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(plainCell(unquoted)).toBe(text);
    }),
  );
});
