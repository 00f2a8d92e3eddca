// A sales report as a spreadsheet file. Amounts are plain numbers in dollars.
import { formatDollars } from "../money/money.ts";
import { BYTE_ORDER_MARK, csvLine } from "../text/csv.ts";
import {
  columnsOf,
  type ReportFigures,
  type ReportKind,
  type ReportRow,
  reportKinds,
  rowLabel,
} from "./sales-report.ts";

export function reportCsvHead(kind: ReportKind, isByMonth: boolean): string {
  const label = kind === "day" && isByMonth ? "Month" : reportKinds[kind];
  return `${BYTE_ORDER_MARK}${csvLine([label, ...columnsOf(kind).map((column) => column.label)])}`;
}

export function reportCsvLine(row: ReportRow, kind: ReportKind, isByMonth: boolean): string {
  // A spreadsheet sorts days that it can read.
  const label = kind === "day" ? (isByMonth ? row.key.slice(0, 7) : row.key) : rowLabel(row, kind, isByMonth);
  return csvLine([label, ...cellsOf(row, kind)]);
}

export function reportCsvSum(sum: ReportFigures, kind: ReportKind): string {
  return csvLine(["Total", ...cellsOf(sum, kind)]);
}

function cellsOf(figures: ReportFigures, kind: ReportKind): (string | number)[] {
  return columnsOf(kind).map(({ isMoney, value }) => {
    const number = value(figures);
    if (!isMoney) return number;
    // A number, so that a spreadsheet does not take its minus for a formula.
    return number < 0 ? -Number(formatDollars(-number)) : formatDollars(number);
  });
}
