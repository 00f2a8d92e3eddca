// Reads a spreadsheet of tracking numbers. It is small (TRACKING_BYTES_MAX), so it is read in one go.
import {
  TRACKING_ROWS_MAX,
  type TrackingColumn,
  type TrackingRow,
  trackingColumn,
} from "#domain/order/packing/tracking-csv.ts";
import { plainCell } from "#domain/text/csv.ts";
import {
  CSV_COLUMNS_MAX,
  type CsvRow,
  csvDialect,
  csvRows,
  isBlankRow,
} from "#domain/text/files/csv-rows.ts";
import { notText, textOfFile } from "#domain/text/files/file-text.ts";

export type TrackingReading = { ok: true; rows: TrackingRow[] } | { ok: false; reason: string };

/** The rows of a file; or, in a sentence, what is wrong with the file as a whole. */
export function readTrackingCsv(bytes: Uint8Array): TrackingReading {
  const text = textOfFile(bytes)?.text ?? null;
  if (text === null) return refusal(`${notText}.`);
  const [head, ...others] = filledRows(text);
  const columns = (head?.cells ?? []).map(trackingColumn);
  if (columns.length > CSV_COLUMNS_MAX) return refusal(`A file may have ${CSV_COLUMNS_MAX} columns at most.`);
  if (!columns.includes("order") || !columns.includes("tracking"))
    return refusal("The first row must have the columns “Order ID” and “Tracking Number”.");
  if (others.length > TRACKING_ROWS_MAX)
    return refusal(`A file may have ${TRACKING_ROWS_MAX} rows at most. Split it into several files.`);
  const rows = others.map((row) => rowOf(row, columns));
  return rows.length === 0 ? refusal("There are no rows below the first row.") : { ok: true, rows };
}

/** The first line, the rows, and at most one too many. */
function filledRows(text: string): CsvRow[] {
  const filled: CsvRow[] = [];
  for (const row of csvRows(
    text,
    csvDialect(text, (title) => trackingColumn(title) !== null),
  )) {
    if (!isBlankRow(row)) filled.push(row);
    if (filled.length > TRACKING_ROWS_MAX + 1) break;
  }
  return filled;
}

function rowOf({ line, cells, flaw }: CsvRow, columns: (TrackingColumn | null)[]): TrackingRow {
  const cellOf = (column: TrackingColumn) => {
    // The first one that is filled: an export may have both "Order ID" and "Reference".
    const filled = columns.findIndex((each, at) => each === column && cells[at]?.trim());
    return plainCell(cells[filled] ?? "").trim();
  };
  return {
    ...{ line, flaw, order: cellOf("order") },
    ...{ tracking: cellOf("tracking"), carrier: cellOf("carrier") },
  };
}

function refusal(reason: string): TrackingReading {
  return { ok: false, reason };
}
