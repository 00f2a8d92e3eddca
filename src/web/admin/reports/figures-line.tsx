import {
  isAboutTax,
  mainColumnsOf,
  type ReportKind,
  type SalesReport,
} from "#domain/reports/sales-report.ts";
import { figureText } from "./report-table.tsx";

type FiguresLineProps = { kind: ReportKind; report: SalesReport; hasTax: boolean };

/** What the report is about, of all its days together. */
export function FiguresLine({ kind, report, hasTax }: FiguresLineProps) {
  const columns = mainColumnsOf(kind).filter((column) => hasTax || !isAboutTax(column));
  return (
    <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2">
      {columns.map((column) => (
        <div key={column.label}>
          <dt className="text-sm text-ink-2">{column.label}</dt>
          <dd className="numerals display text-2xl">{figureText(column, report.sum)}</dd>
        </div>
      ))}
    </dl>
  );
}
