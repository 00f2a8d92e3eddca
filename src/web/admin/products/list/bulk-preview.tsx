import { useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { type BulkEdit, bulkText, countText } from "#domain/product/bulk-edit.ts";
import type { BulkRow } from "#server/products/bulk/bulk-edit.ts";
import { Button } from "../../../ui/form/button.tsx";
import { type Column, DataTable } from "../../lists/data-table.tsx";

type BulkPreviewProps = { edit: BulkEdit; rows: BulkRow[]; cancelTo: string; isPending: boolean };

const columns: Column<BulkRow>[] = [
  { label: "Product", kind: "name", cell: ({ name }) => <span className="font-semibold">{name}</span> },
  { label: "Now", cell: ({ before }) => before },
  {
    label: "New",
    cell: ({ after, why }) => (
      <span className="grid">
        {after === null ? "No change" : <strong>{after}</strong>}
        {why && <span className="text-sm text-ink-2">{why}</span>}
      </span>
    ),
  },
];

/** What a change of several products will do, before it does anything. */
export function BulkPreview({ edit, rows, cancelTo, isPending }: BulkPreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each preview is brought into view.
  useEffect(() => heading.current?.focus(), [rows]);
  const changing = rows.filter(({ after }) => after !== null);
  const sorted = [...changing, ...rows.filter(({ after }) => after === null)];
  const staying = rows.length - changing.length;
  return (
    <section aria-labelledby="bulk-preview">
      <div className="admin-card overflow-hidden">
        <div className="grid gap-1 px-5 pt-5 pb-3">
          <h2 id="bulk-preview" ref={heading} tabIndex={-1} className="display text-xl">
            {bulkText(edit, changing.length)}
          </h2>
          {(edit.from !== "" || edit.to !== "") && (
            <p>
              {edit.from === "" ? "The sale starts now" : `The sale starts ${shown(edit.from)}`}
              {edit.to === "" ? " and has no end." : ` and ends ${shown(edit.to)}.`}
            </p>
          )}
          {staying > 0 && <p className="text-ink-2">{countText(staying)} will not change.</p>}
        </div>
        <DataTable caption="Preview of the change" columns={columns} rows={sorted} keyOf={({ id }) => id} />
      </div>
      <Form method="post" className="save-bar">
        {changing.map(({ id, seen }) => (
          <input key={id} type="hidden" name="id" value={`${id}:${seen}`} />
        ))}
        <input type="hidden" name="action" value={edit.action} />
        <input type="hidden" name="value" value={typed(edit)} />
        {edit.round && <input type="hidden" name="round" value={edit.round} />}
        <input type="hidden" name="from" value={edit.from} />
        <input type="hidden" name="to" value={edit.to} />
        <Link to={cancelTo} replace className="button" data-look="quiet" data-size="medium">
          Cancel
        </Link>
        {changing.length > 0 && (
          <Button type="submit" name="intent" value="bulk" pending={isPending}>
            Apply to {countText(changing.length)}
          </Button>
        )}
      </Form>
    </section>
  );
}

const shown = (time: string) => time.replace("T", " ");

/** The value as a form sends it: amounts in dollars. */
function typed({ action, value }: BulkEdit): string {
  return action === "price-set" ? (value / 100).toFixed(2) : String(value);
}
