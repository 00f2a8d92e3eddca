import type { ReactNode } from "react";

export type Column<Row> = {
  /** Stands above the column; where the rows are cards, before the cell. */
  label: string;
  isNumber?: boolean;
  /** A box to tick, what names the row, or what can be done with it. */
  kind?: "select" | "name" | "actions";
  /** Stands above the boxes to tick. */
  head?: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
};

type DataTableProps<Row> = {
  /** Where no column is the row's name, it is the first one that is no box to tick. */
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
  /** For assistive technology, where no heading says it. */
  caption?: string;
  className?: string;
};

/** A table of the back office: rows on a desk, cards on a phone. */
export function DataTable<Row>({ columns, rows, keyOf, caption, className = "" }: DataTableProps<Row>) {
  const name = columns.find(({ kind }) => kind === "name") ?? columns.find(({ kind }) => kind !== "select");
  return (
    <table className={`admin-table ${className}`}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ label, isNumber, kind, head }) =>
            kind === "select" ? (
              <td key={label}>{head}</td>
            ) : (
              <th key={label} scope="col" data-number={isNumber}>
                {label}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map((column) => {
              const { label, isNumber, kind, cell } = column;
              if (kind === "actions") {
                return (
                  <td key={label} data-actions>
                    {cell(row, index)}
                  </td>
                );
              }
              const Cell = column === name ? "th" : "td";
              return (
                <Cell
                  key={label}
                  scope={column === name ? "row" : undefined}
                  data-label={label}
                  data-number={isNumber}
                >
                  {cell(row, index)}
                </Cell>
              );
            })}
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
