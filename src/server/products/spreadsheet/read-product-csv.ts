// Reads a product file of any spreadsheet program. Yields to other work, so that even a huge file does not block the
// shop.

import {
  columnNamed,
  type FileColumn,
  headProblem,
  ignoredColumns,
} from "#domain/product/spreadsheet/file-columns.ts";
import type { FileRow, RowProblem } from "#domain/product/spreadsheet/file-rows.ts";
import { IMPORT_PRODUCTS_MAX, IMPORT_ROWS_MAX } from "#domain/product/spreadsheet/plan-import.ts";
import { type FileProducts, type OwnShop, readRows } from "#domain/product/spreadsheet/read-rows.ts";
import { type CsvRow, csvDialect, csvRows, isBlankRow } from "#domain/text/files/csv-rows.ts";
import { notText } from "#domain/text/files/file-text.ts";

export type CsvReading =
  /** `ignored`: columns that are not read, in the file's spelling. */
  | ({ ok: true; ignored: string[] } & FileProducts)
  /** Not a product file. */
  | { ok: false; problems: RowProblem[] };

/** Including blank rows, of which spreadsheets leave many at the end. */
const LINES_MAX = 10 * IMPORT_ROWS_MAX;
const ROWS_PER_TURN = 500;

/** The products of a file, each with its first line; or the errors. `shop`: what it has under the names in the file. */
export async function readProductCsv(text: string | null, shop: OwnShop): Promise<CsvReading> {
  if (text === null) return refusal(1, notText);
  const rows: FileRow[] = [];
  let head: { columns: (FileColumn | null)[]; ignored: string[] } | null = null;
  let turns = 0;
  for (const row of csvRows(
    text,
    csvDialect(text, (title) => columnNamed(title) !== null),
  )) {
    turns += 1;
    if (turns % ROWS_PER_TURN === 0) await new Promise(setImmediate);
    if (turns > LINES_MAX) return refusal(row.line, tooMany(LINES_MAX, "lines"));
    if (isBlankRow(row)) continue;
    if (!head) {
      const problem = headProblem(row.cells);
      if (problem) return { ok: false, problems: [{ line: row.line, ...problem }] };
      head = { columns: firstOfEach(row.cells.map(columnNamed)), ignored: ignoredColumns(row.cells) };
      continue;
    }
    if (rows.length === IMPORT_ROWS_MAX) return refusal(row.line, tooMany(IMPORT_ROWS_MAX, "rows"));
    rows.push(fileRow(row, head.columns));
  }
  if (!head) return refusal(1, "The file is empty");
  if (rows.length === 0) return refusal(1, "There are no products below the first row");
  const products = readRows(rows, shop);
  const tooLong = products.rows[IMPORT_PRODUCTS_MAX];
  if (tooLong) return refusal(tooLong.line, tooMany(IMPORT_PRODUCTS_MAX, "products"));
  return { ok: true, ...products, ignored: head.ignored };
}

function tooMany(most: number, what: string): string {
  return `A file may have ${most.toLocaleString("en-US")} ${what} at most. Split it into several files`;
}

/** If a column is there under both of its names, the first one counts. */
function firstOfEach<Column>(columns: (Column | null)[]): (Column | null)[] {
  return columns.map((column, index) => (columns.indexOf(column) === index ? column : null));
}

function refusal(line: number, message: string): CsvReading {
  return { ok: false, problems: [{ line, column: "", message }] };
}

/** A row may end early: Excel leaves out empty cells at the end. */
function fileRow({ line, cells, flaw }: CsvRow, columns: (FileColumn | null)[]): FileRow {
  const surplus = cells.slice(columns.length).some((cell) => cell.trim() !== "");
  const wrong = flaw ?? (surplus ? surplusMessage(cells.length, columns.length) : null);
  const named = columns.flatMap((column, at) => (column === null ? [] : [[column, cells[at] ?? ""]]));
  return { line, cells: Object.fromEntries(named), ...(wrong && { flaw: wrong }) };
}

function surplusMessage(cells: number, columns: number): string {
  return `The row has ${cells} cells, but the first row names ${columns} columns. Put text that contains the separator in quotes`;
}
