import type { ReactNode } from "react";

export type Column<Row> = {
  /** Stands above the column; where the rows are cards, before the cell. */
  label: string;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
};

type DataTableProps<Row> = {
  /** The first one names the row. */
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
  /** For assistive technology, where no heading says it. */
  caption?: string;
  className?: string;
};

/** A plain table of the back office: rows on a desk, cards on a phone. */
export function DataTable<Row>({ columns, rows, keyOf, caption, className = "" }: DataTableProps<Row>) {
  return (
    <table className={`admin-table ${className}`}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ label, isNumber }) => (
            <th key={label} scope="col" data-number={isNumber}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map(({ label, isNumber, cell }, position) =>
              position === 0 ? (
                <th key={label} scope="row" data-label={label}>
                  {cell(row)}
                </th>
              ) : (
                <td key={label} data-label={label} data-number={isNumber}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type TableCardProps = { id: string; title: string; children: ReactNode; aside?: ReactNode };

/** A table under its heading; `id` is the heading's. */
export function TableCard({ id, title, aside, children }: TableCardProps) {
  return (
    <section aria-labelledby={id} className="admin-card overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-5 pb-3">
        <h2 id={id} className="display text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
