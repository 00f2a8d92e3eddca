// Reads a file of products as spreadsheets write them: UTF-8 with or without its mark, lines ended in any of
// the three ways, cells parted by commas, semicolons or tabs. The rows come one by one out of a stream, so
// that a file of ten thousand doesn't stop the shop while it is read.
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import {
  columnNamed,
  columnsOfNewProducts,
  type ProductCells,
  productColumns,
} from "#domain/product/product-csv.ts";
import { IMPORT_ROWS_MAX, type ImportRow, type RowProblem } from "#domain/product/product-import.ts";
import { type FromShopify, fromShopify } from "#domain/product/shopify/from-shopify.ts";
import { ignoredColumns, isShopifyHead, shopifyColumn } from "#domain/product/shopify/shopify-columns.ts";

/** What a file of Shopify's says that does not come along, or comes otherwise. */
export type ShopifyFile = Omit<FromShopify, "rows" | "problems"> & {
  /** Columns that are not read, as the file spells them. */
  ignored: string[];
};

export type CsvReading =
  | {
      ok: true;
      rows: ImportRow[];
      hasDecimalCommas: boolean;
      /** Its products may lack what this shop needs before it sells them. */
      mayBeUnfinished: boolean;
      /** null: a file of this shop's own. */
      shopify: ShopifyFile | null;
    }
  | { ok: false; problems: RowProblem[] };

const NOT_TEXT =
  "The file is not a CSV file in UTF-8. In Excel, choose “CSV UTF-8 (Comma delimited)” when you save it";
/** Each option has a row there. The bytes of a file have a limit of their own. */
const SHOPIFY_ROWS_MAX = 5 * IMPORT_ROWS_MAX;
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

/** The rows of a file with the line each begins on; or what is wrong with the file as a whole. */
export async function readProductCsv(text: string | null): Promise<CsvReading> {
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
  const rows: ImportRow[] = [];
  let columns: (string | null)[] | null = null;
  let ignored: string[] | null = null;
  let lastLine = skipped;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const line = lastLine + 1;
      lastLine = info.lines + skipped;
      if (record.every((cell) => cell.trim() === "")) continue;
      if (!columns && isShopifyHead(record)) {
        columns = firstOfEach(record.map(shopifyColumn));
        ignored = ignoredColumns(record);
        continue;
      }
      if (!columns) {
        const head = readHead(record, line);
        if (head.problems.length > 0) return { ok: false, problems: head.problems };
        columns = head.columns;
        continue;
      }
      const rowsMax = ignored ? SHOPIFY_ROWS_MAX : IMPORT_ROWS_MAX;
      if (rows.length === rowsMax) return refusal(line, "", tooMany(rowsMax, "rows"));
      const surplus = record.slice(columns.length).some((cell) => cell.trim() !== "");
      if (surplus) return refusal(line, "", surplusMessage(record.length, columns.length));
      rows.push({ line, cells: cellsOf(columns, record) });
    }
  } catch (error) {
    if (error instanceof CsvError) return refusal(linesParsed + 1, "", quoteMessage(error));
    throw error;
  }
  if (!columns) return refusal(1, "", "The file is empty");
  if (rows.length === 0) return refusal(lastLine, "", "There is no product below the first line");
  if (ignored) return readShopify(rows, ignored);
  return { ok: true, rows, hasDecimalCommas: delimiter !== ",", mayBeUnfinished: false, shopify: null };
}

function readShopify(given: ImportRow[], ignored: string[]): CsvReading {
  const { rows, problems, ...file } = fromShopify(given);
  const tooLong = rows[IMPORT_ROWS_MAX];
  if (tooLong) return refusal(tooLong.line, "", tooMany(IMPORT_ROWS_MAX, "products"));
  if (problems.length > 0) return { ok: false, problems };
  // Shopify writes amounts with a point, whatever parts the cells.
  return { ok: true, rows, hasDecimalCommas: false, mayBeUnfinished: true, shopify: { ...file, ignored } };
}

function tooMany(most: number, what: string): string {
  return `A file may have ${most.toLocaleString("en-US")} ${what} at most. Split it into several files`;
}

/** Of a column that is there under both its names, the first counts. */
function firstOfEach(columns: (string | null)[]): (string | null)[] {
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
    head.split(delimiter).filter((cell) => isKnown(cell.replaceAll('"', ""))).length;
  const [best] = [",", ";", "\t"].sort((a, b) => understood(b) - understood(a));
  return { delimiter: best ?? ",", start: 0 };
}

function isKnown(name: string): boolean {
  return columnNamed(name) !== null || shopifyColumn(name) !== null;
}

/** The column of each cell; null for one without a name, which must then have no content. */
function readHead(record: string[], line: number): { columns: (string | null)[]; problems: RowProblem[] } {
  const problems: RowProblem[] = [];
  const columns = record.map((cell) => (cell.trim() === "" ? null : columnNamed(cell)));
  while (columns.length > 0 && record[columns.length - 1]?.trim() === "") columns.pop();
  if (columns.every((column) => column === null)) {
    const message = `The first line must name the columns: ${productColumns.join(", ")}`;
    return { columns, problems: [{ line, column: "", message }] };
  }
  for (const [index, column] of columns.entries()) {
    const said = record[index]?.trim() ?? "";
    if (column === null) {
      const message = `There is no such column. The columns are: ${productColumns.join(", ")}`;
      problems.push({ line, column: said, message: said ? message : "A column in the middle has no name" });
    } else if (columns.indexOf(column) < index) {
      problems.push({ line, column, message: "The column is there twice" });
    }
  }
  if (!columns.includes("ID")) {
    for (const column of columnsOfNewProducts.filter((each) => !columns.includes(each))) {
      const message =
        "The column is missing. Without a column “ID” every row is a new product, which needs it";
      problems.push({ line, column, message });
    }
  }
  return { columns, problems };
}

/** A row may end early: Excel leaves out empty cells at the end. */
function cellsOf(columns: (string | null)[], record: string[]): ProductCells {
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
