import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, plainCell } from "../csv.ts";
import { CSV_COLUMNS_MAX, csvDialect, csvRows, isBlankRow, openQuote, strayQuote } from "./csv-rows.ts";

const dialect = { separator: ",", start: 0, line: 1 };
const read = (text: string) => [...csvRows(text, dialect)];
const plain = (text: string) => read(text).map(({ line, cells, flaw }) => [line, cells.join("|"), flaw]);

test("whatever cells are written, the same are read, with the line each row begins on", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", " ", "=", "'", "🏌") });
  const row = fc.array(cell, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
      const text = rows.map((cells) => csvLine(cells).replace(/\r\n$/, "\n")).join("");
      const found = read(text);
      expect(found.map(({ cells }) => cells.map(plainCell))).toEqual(rows);
      expect(found.every(({ flaw }) => flaw === null)).toBe(true);
      const linesOf = (cells: string[]) => cells.join("").split("\n").length;
      const starts = rows.map((_, at) => rows.slice(0, at).reduce((sum, each) => sum + linesOf(each), 1));
      expect(found.map(({ line }) => line)).toEqual(starts);
    }),
  );
});

test("[kind: one bad row] what is wrong with a row is told of it alone, and the next one is read", () => {
  expect(plain('a,5" cap\nb,c')).toEqual([
    [1, 'a|5" cap', null],
    [2, "b|c", null],
  ]);
  expect(plain('a,"b"c\nd\n')).toEqual([
    [1, "a|bc", strayQuote],
    [2, "d", null],
  ]);
  expect(plain('a,"open\nb,"two\nlines"\nc\n').at(-1)).toEqual([4, "c", null]);
  expect(plain('a,"open\nb,c\nd,"e, f"\n')).toEqual([
    [1, 'a|"open', openQuote],
    [2, "b|c", null],
    [3, "d|e, f", null],
  ]);
});

test("[kind: limits before parsing] of any text each character is read once, and cells without number are not kept", () => {
  for (const text of ["\n", ",", ",,,\n", '"', '""', '"\n', '"a', 'a"', '"",\n'].map((part) =>
    part.repeat(300_000),
  )) {
    let rows = 0;
    for (const row of csvRows(text, dialect)) {
      rows += 1;
      if (row.cells.length > CSV_COLUMNS_MAX + 1) throw new Error("too many cells");
    }
    expect(rows).toBeGreaterThan(0);
  }
});

test("the separator is what a first line says, or what names most columns", () => {
  const isColumn = (title: string) => ["ID", "Title"].includes(title);
  const separators = ["ID,Title", "ID;Title", 'ID\t"Title"', "sep=;\nID;Title", "x", "\nID;Title, too;Title"];
  expect(separators.map((text) => csvDialect(text, isColumn).separator)).toEqual([
    ",",
    ";",
    "\t",
    ";",
    ",",
    ";",
  ]);
  expect(csvDialect("sep=;\nID;Title", isColumn)).toEqual({ separator: ";", start: 6, line: 2 });
  expect(isBlankRow({ line: 1, cells: [" ", ""], flaw: null })).toBe(true);
});
