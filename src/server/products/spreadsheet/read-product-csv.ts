// Reads a file of products as spreadsheets write them: UTF-8 with or without its mark, lines ended in any of
// the three ways, cells parted by commas, semicolons or tabs. The rows come one by one out of a stream, so
// that a file of ten thousand doesn't stop the shop while it is read.
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import {
  columnNamed,
  type FileColumn,
  ignoredColumns,
  nameOf,
  writtenColumns,
} from "#domain/product/spreadsheet/file-columns.ts";
import type { FileRow, RowProblem } from "#domain/product/spreadsheet/file-rows.ts";
import { IMPORT_PRODUCTS_MAX, IMPORT_ROWS_MAX } from "#domain/product/spreadsheet/plan-import.ts";
import { type FileProducts, type OwnShop, readRows } from "#domain/product/spreadsheet/read-rows.ts";

export type CsvReading =
  /** `ignored`: columns that are not read, as the file spells them. */
  | ({ ok: true; ignored: string[] } & FileProducts)
  /** Not a file of products. */
  | { ok: false; problems: RowProblem[] };

const NOT_TEXT =
  "The file is not a CSV file in UTF-8. In Excel, choose “CSV UTF-8 (Comma delimited)” when you save it";
const SLICE_LENGTH = 64 * 1024;

/** The text of a file, or null when it is no UTF-8 text. */
export function textOfFile(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\u0000") ? null : text.replace(/\r\n?/g, "\n");
  } catch {
    return null;
  }
}

/** The products of a file with the line each begins on; or what is wrong with it. `shop`: what it has that files name. */
export async function readProductCsv(text: string | null, shop: OwnShop): Promise<CsvReading> {
  if (text === null) return refusal(1, "", NOT_TEXT);
  const { delimiter, start } = delimiterOf(text);
  const skipped = start > 0 ? 1 : 0;
  // A mistake ends the stream before the rows in front of it have been taken from it.
  let linesParsed = skipped;
  const parser = Readable.from(slicesOf(text.slice(start))).pipe(
    parse({
      delimiter,
      info: true,
      relax_column_count: true,
      record_delimiter: "\n",
      on_record: (record, { lines }) => {
        linesParsed = lines + skipped;
        return record;
      },
    }),
  );
  const rows: FileRow[] = [];
  let head: { columns: (FileColumn | null)[]; ignored: string[] } | null = null;
  let lastLine = skipped;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const line = lastLine + 1;
      lastLine = info.lines + skipped;
      if (record.every((cell) => cell.trim() === "")) continue;
      if (!head) {
        const problem = headProblem(record, line);
        if (problem) return { ok: false, problems: [problem] };
        head = { columns: firstOfEach(record.map(columnNamed)), ignored: ignoredColumns(record) };
        continue;
      }
      const { columns } = head;
      if (rows.length === IMPORT_ROWS_MAX) return refusal(line, "", tooMany(IMPORT_ROWS_MAX, "rows"));
      const surplus = record.slice(columns.length).some((cell) => cell.trim() !== "");
      if (surplus) return refusal(line, "", surplusMessage(record.length, columns.length));
      rows.push({ line, cells: cellsOf(columns, record) });
    }
  } catch (error) {
    if (error instanceof CsvError) return refusal(linesParsed + 1, "", quoteMessage(error));
    throw error;
  }
  if (!head) return refusal(1, "", "The file is empty");
  if (rows.length === 0) return refusal(lastLine, "", "There is no product below the first line");
  const products = readRows(rows, shop);
  const tooLong = products.rows[IMPORT_PRODUCTS_MAX];
  if (tooLong) return refusal(tooLong.line, "", tooMany(IMPORT_PRODUCTS_MAX, "products"));
  return { ok: true, ...products, ignored: head.ignored };
}

function tooMany(most: number, what: string): string {
  return `A file may have ${most.toLocaleString("en-US")} ${what} at most. Split it into several files`;
}

/** Of a column that is there under both its names, the first counts. */
function firstOfEach<Column>(columns: (Column | null)[]): (Column | null)[] {
  return columns.map((column, index) => (columns.indexOf(column) === index ? column : null));
}

type Parsed = { record: string[]; info: { lines: number } };

function refusal(line: number, column: string, message: string): CsvReading {
  return { ok: false, problems: [{ line, column, message }] };
}

/** Parts of the text, with a breath for the rest of the shop between them. A sign of two units is never cut in half. */
async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + SLICE_LENGTH;
    if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end += 1;
    yield text.slice(start, end);
    await new Promise(setImmediate);
  }
}

/** What parts the cells: what Excel's first line "sep=;" says, or what makes most sense of the first line. */
function delimiterOf(text: string): { delimiter: string; start: number } {
  const said = /^sep=([,;\t])\n/i.exec(text);
  if (said?.[1]) return { delimiter: said[1], start: said[0].length };
  const head = text.slice(0, SLICE_LENGTH).trimStart().split("\n", 1)[0] ?? "";
  const understood = (delimiter: string) =>
    head.split(delimiter).filter((cell) => columnNamed(cell.replaceAll('"', "")) !== null).length;
  const [best] = [",", ";", "\t"].sort((a, b) => understood(b) - understood(a));
  return { delimiter: best ?? ",", start: 0 };
}

/** A product needs a name of some kind, and no column may be there twice. */
function headProblem(record: string[], line: number): RowProblem | null {
  const columns = record.map(columnNamed);
  if (!(["id", "handle", "name"] as const).some((column) => columns.includes(column))) {
    const message = `The first line must name the columns: ${writtenColumns.map(nameOf).join(", ")}`;
    return { line, column: "", message };
  }
  const names = record.map((cell) => cell.trim().toLowerCase());
  const twice = names.findIndex((name, at) => columns[at] && names.indexOf(name) < at);
  return twice < 0
    ? null
    : { line, column: record[twice]?.trim() ?? "", message: "The column is there twice" };
}

/** A row may end early: Excel leaves out empty cells at the end. */
function cellsOf(columns: (FileColumn | null)[], record: string[]): FileRow["cells"] {
  return Object.fromEntries(
    columns.flatMap((column, index) => (column === null ? [] : [[column, record[index] ?? ""]])),
  );
}

function surplusMessage(cells: number, columns: number): string {
  return `The row has ${cells} cells, but the first line names ${columns} columns. A text that contains the separator must stand in quotes`;
}

function quoteMessage({ code }: CsvError): string {
  return code === "CSV_QUOTE_NOT_CLOSED"
    ? "From here on a quote is open and never closed"
    : "A quote stands where none may be. Put the whole cell into quotes, and double the quotes inside of it";
}
