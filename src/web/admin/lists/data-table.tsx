import type { ReactNode } from "react";

export type Column<Row> = {
  /** Shown above the column or, where the rows are cards, before the cell. */
  label: string;
  isNumber?: boolean;
  /** A check box, the name of the row, or its actions. */
  kind?: "select" | "name" | "actions";
  cell: (row: Row, index: number) => ReactNode;
};

type DataTableProps<Row> = {
  /** If none has the kind "name", the first one that is no check box names the row. */
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
  /** For assistive technology, where no heading names the table. */
  caption?: string;
  className?: string;
};

/** A table of the back office: rows on a wide screen, cards on a phone. */
export function DataTable<Row>({ columns, rows, keyOf, caption, className = "" }: DataTableProps<Row>) {
  const name = columns.find(({ kind }) => kind === "name") ?? columns.find(({ kind }) => kind !== "select");
  return (
    <table className={`admin-table ${className}`}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ label, isNumber, kind }) =>
            kind === "select" ? (
              <td key={label} />
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
