import { useEffect, useRef } from "react";
import { Form } from "react-router";
import type { RowProblem } from "#domain/product/spreadsheet/file-rows.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { CircleAlert } from "../../../ui/icons.tsx";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import { countOf, type ImportReport, type ImportRowShown } from "./shown-report.ts";

/** What a file would do, row by row, and the button that imports it. */
export function ImportReportView({ report, isImporting }: { report: ImportReport; isImporting: boolean }) {
  const { id, counts, rows, problems, skipped, leftOut } = report;
  const work = counts.create + counts.change;
  const heading = useRef<HTMLHeadingElement>(null);
  // The answer is below a long form: focus brings it into view, and a screen reader reads it next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer; each answer is a new object.
  useEffect(() => heading.current?.focus(), [report]);
  return (
    <section aria-labelledby="import-report" className="grid gap-5">
      <h2 ref={heading} id="import-report" tabIndex={-1} className="display text-2xl">
        What the file does
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        <Count label="Created" count={counts.create} />
        <Count label="Changed" count={counts.change} />
        <Count label="Unchanged" count={counts.keep} />
        <Count label="Left out" count={counts.skipped} />
        <Count label="Errors" count={counts.problems} isBad={counts.problems > 0} />
      </dl>
      {problems.length > 0 && <Problems problems={problems} count={counts.problems} />}
      {skipped.length > 0 && <Skipped reasons={skipped} count={counts.skipped} />}
      <LeftOutView leftOut={leftOut} />
      {rows.length > 0 && <Rows rows={rows} count={work} />}
      {id !== null && (
        <Form method="post" encType="multipart/form-data" className="save-bar">
          <input type="hidden" name="id" value={id} />
          <p className="mr-auto text-sm text-ink-2">Nothing is imported yet.</p>
          <Button type="submit" name="intent" value="import" pending={isImporting}>
            {isImporting ? "Importing..." : `Import ${countOf(work, "product")}`}
          </Button>
        </Form>
      )}
      {id === null && problems.length === 0 && (
        <p>
          {counts.skipped > 0
            ? "Nothing to import: the file’s new products all have problems."
            : "Nothing to import. Your products already match this file."}
        </p>
      )}
    </section>
  );
}

function Count({ label, count, isBad = false }: { label: string; count: number; isBad?: boolean }) {
  return (
    <div className="admin-card p-4">
      <dt className="font-semibold text-ink-2">{label}</dt>
      <dd className={`numerals display text-3xl ${isBad ? "text-err" : ""}`}>
        {count.toLocaleString("en-US")}
      </dd>
    </div>
  );
}

const problemColumns: Column<RowProblem>[] = [
  { label: "Line", isNumber: true, cell: ({ line }) => line },
  { label: "Column", cell: ({ column }) => column || "–" },
  { label: "Error", cell: ({ message }) => <span className="wrap-anywhere">{message}</span> },
];

function Problems({ problems, count }: { problems: RowProblem[]; count: number }) {
  return (
    <section aria-labelledby="import-problems" className="admin-card overflow-hidden">
      <h3
        id="import-problems"
        className="flex items-center gap-2 px-5 pt-5 pb-3 text-lg font-semibold text-err"
      >
        <CircleAlert aria-hidden="true" className="size-5 flex-none" />
        Fix these first, then check the file again.
      </h3>
      <DataTable columns={problemColumns} rows={problems} keyOf={keyOf} />
      <More shown={problems.length} count={count} what="errors" />
    </section>
  );
}

const skippedColumns: Column<RowProblem>[] = [
  { label: "Line", isNumber: true, cell: ({ line }) => line },
  { label: "Column", cell: ({ column }) => column || "–" },
  { label: "Why", cell: ({ message }) => <span className="wrap-anywhere">{message}</span> },
];

/** New products that can't be imported; the others can. */
function Skipped({ reasons, count }: { reasons: RowProblem[]; count: number }) {
  return (
    <section aria-labelledby="import-skipped" className="admin-card overflow-hidden">
      <h3 id="import-skipped" className="px-5 pt-5 pb-3 text-lg font-semibold">
        {count === 1 ? "1 product is" : `${count.toLocaleString("en-US")} products are`} left out
      </h3>
      <DataTable columns={skippedColumns} rows={reasons} keyOf={keyOf} caption="Left out" />
      <More shown={reasons.length} count={count} what="products that are left out" />
    </section>
  );
}

const keyOf = ({ line, column, message }: RowProblem) => `${line} ${column} ${message}`;

const noteColumns: Column<RowProblem>[] = [
  { label: "Line", isNumber: true, cell: ({ line }) => line },
  { label: "Column", cell: ({ column }) => column || "–" },
  { label: "Result", cell: ({ message }) => <span className="wrap-anywhere">{message}</span> },
];

/** What the file says and the shop does not take, or takes otherwise. */
function LeftOutView({ leftOut }: { leftOut: ImportReport["leftOut"] }) {
  const { ignored, notes, noteCount, pictures, photoName } = leftOut;
  if (ignored.length === 0 && noteCount === 0 && pictures === 0) return null;
  return (
    <section aria-labelledby="import-left-out" className="admin-card overflow-hidden">
      <div className="grid gap-3 p-5">
        <h3 id="import-left-out" className="text-lg font-semibold">
          Changes we made
        </h3>
        <ul className="grid list-disc gap-2 pl-5 wrap-anywhere">
          {pictures > 0 && (
            <li>
              {countOf(pictures, "picture")} not imported, because this shop doesn’t download from other
              sites. Save them, name them after their product, such as {photoName}, and drag them onto
              Products. They are added to its draft.
            </li>
          )}
          {ignored.length > 0 && <li>Ignored columns: {ignored.join(", ")}.</li>}
        </ul>
      </div>
      {notes.length > 0 && (
        <DataTable columns={noteColumns} rows={notes} keyOf={keyOf} caption="Changes we made" />
      )}
      <More shown={notes.length} count={noteCount} what="notes" />
    </section>
  );
}

const rowColumns: Column<ImportRowShown>[] = [
  { label: "Line", isNumber: true, cell: ({ line }) => line },
  { label: "Product", kind: "name", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { label: "What happens", cell: (row) => <RowOutcome row={row} /> },
];

function Rows({ rows, count }: { rows: ImportRowShown[]; count: number }) {
  return (
    <section aria-label="Products to import" className="admin-card overflow-hidden">
      <DataTable columns={rowColumns} rows={rows} keyOf={({ line }) => line} caption="Products to import" />
      <More shown={rows.length} count={count} what="products" />
    </section>
  );
}

function RowOutcome({ row }: { row: ImportRowShown }) {
  if (row.action === "create") {
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Badge tone="green">New</Badge>
        {row.hasNamesake && <span className="text-warn">A product with this name already exists</span>}
      </span>
    );
  }
  return (
    <ul className="grid gap-1 text-left">
      {row.changes.map(({ label, was, now }) => (
        <li key={label} className="wrap-anywhere">
          <strong className="font-semibold">{label}</strong>: “{was}” becomes “{now}”
        </li>
      ))}
    </ul>
  );
}

function More({ shown, count, what }: { shown: number; count: number; what: string }) {
  if (count <= shown) return null;
  return (
    <p className="border-t border-line px-5 py-3 text-sm text-ink-2">
      Showing the first {shown} of {count.toLocaleString("en-US")} {what}.
    </p>
  );
}
