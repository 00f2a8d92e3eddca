import { formatMoney } from "#domain/money/money.ts";
import {
  columnsOf,
  isAboutTax,
  type ReportColumn,
  type ReportFigures,
  type ReportKind,
  type ReportRow,
  reportKinds,
  rowLabel,
  type SalesReport,
} from "#domain/reports/sales-report.ts";
import { type Column, DataTable } from "../lists/data-table.tsx";

const count = new Intl.NumberFormat("en-US");

type ReportTableProps = { kind: ReportKind; report: SalesReport; hasTax: boolean };

type Line = { row: ReportRow | null; figures: ReportFigures };

/** The rows of a report, and their sum in the last one. */
export function ReportTable({ kind, report, hasTax }: ReportTableProps) {
  const { rows, sum, isByMonth } = report;
  const label = kind === "day" && isByMonth ? "Month" : reportKinds[kind];
  const columns: Column<Line>[] = [
    {
      label,
      kind: "name",
      cell: ({ row }) => (row ? rowLabel(row, kind, isByMonth) : <strong>Total</strong>),
    },
    ...columnsOf(kind)
      .filter((column) => hasTax || !isAboutTax(column))
      .map((column): Column<Line> => {
        return {
          label: column.label,
          isNumber: true,
          cell: ({ row, figures }) => {
            const text = figureText(column, figures);
            return row ? text : <strong>{text}</strong>;
          },
        };
      }),
  ];
  const lines: Line[] = [...rows.map((row) => ({ row, figures: row })), { row: null, figures: sum }];
  return (
    <DataTable
      columns={columns}
      rows={lines}
      keyOf={({ row }) => (row ? `row ${row.key}` : "sum")}
      caption={`Figures by ${label.toLowerCase()}`}
      className="report-table"
    />
  );
}

/** "1,204" or "−$12.00" */
export function figureText({ isMoney, value }: ReportColumn, figures: ReportFigures): string {
  return isMoney ? formatSigned(value(figures)) : count.format(value(figures));
}

function formatSigned(cents: number): string {
  return cents < 0 ? `−${formatMoney(-cents)}` : formatMoney(Math.abs(cents));
}
