// Reads a spreadsheet of tracking numbers: UTF-8, lines ended in any way, cells parted by commas, semicolons or tabs. It is
// small (TRACKING_BYTES_MAX), so it is read in one go.
import { CsvError, parse } from "csv-parse/sync";
import {
  TRACKING_ROWS_MAX,
  type TrackingColumn,
  type TrackingRow,
  trackingColumn,
} from "#domain/order/packing/tracking-csv.ts";
import { plainCell } from "#domain/text/csv.ts";

export type TrackingReading = { ok: true; rows: TrackingRow[] } | { ok: false; reason: string };

const NOT_TEXT =
  "The file is not a CSV file in UTF-8. In Excel, choose “CSV UTF-8 (Comma delimited)” when you save it.";

/** The rows of a file; or, in a sentence, what is wrong with the file as a whole. */
export function readTrackingCsv(bytes: Uint8Array): TrackingReading {
  const text = textOf(bytes);
  if (text === null) return refusal(NOT_TEXT);
  const head = text.split("\n", 1)[0] ?? "";
  const titles = (delimiter: string) => head.split(delimiter).filter((cell) => trackingColumn(cell)).length;
  const [delimiter = ","] = [",", ";", "\t"].sort((a, b) => titles(b) - titles(a));
  try {
    const parsed = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      record_delimiter: "\n",
      to: TRACKING_ROWS_MAX + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rowsOf(parsed.map(({ record, info }) => ({ cells: record, line: info.lines })));
  } catch (error) {
    if (error instanceof CsvError)
      return refusal("A quote in the file is opened and never closed, or stands where none may be.");
    throw error;
  }
}

function rowsOf([first, ...others]: { cells: string[]; line: number }[]): TrackingReading {
  const columns = (first?.cells ?? []).map(trackingColumn);
  const cellOf = (cells: string[], column: TrackingColumn) => {
    // The first one that is filled: an export may have both "Order ID" and "Reference".
    const filled = columns.flatMap((each, index) =>
      each === column && cells[index]?.trim() ? [cells[index]] : [],
    );
    return plainCell(filled[0] ?? "").trim();
  };
  if (!columns.includes("order") || !columns.includes("tracking"))
    return refusal("The first line must name the columns “Order ID” and “Tracking Number”.");
  if (others.length > TRACKING_ROWS_MAX)
    return refusal(`A file may have ${TRACKING_ROWS_MAX} rows at most. Split it into several files.`);
  const rows = others
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
    .map(({ cells, line }) => ({
      line,
      order: cellOf(cells, "order"),
      tracking: cellOf(cells, "tracking"),
      carrier: cellOf(cells, "carrier"),
    }));
  return rows.length === 0 ? refusal("There is no row below the first line.") : { ok: true, rows };
}

function refusal(reason: string): TrackingReading {
  return { ok: false, reason };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\u0000") ? null : text.replace(/\r\n?/g, "\n").trimStart();
  } catch {
    return null;
  }
}
