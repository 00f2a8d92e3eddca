import type { ReactNode } from "react";
import { auditLabel } from "#domain/audit/audit-log.ts";
import { formatCounts, type PrivacyEntry, type RemovedDay } from "#domain/privacy/privacy-log.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { type Column, DataTable } from "../lists/data-table.tsx";

const entryColumns: Column<PrivacyEntry>[] = [
  { label: "What", cell: ({ action }) => auditLabel(action) },
  { label: "Details", cell: ({ counts }) => formatCounts(counts) || "–" },
  { label: "Who", cell: ({ actor }) => <span className="wrap-anywhere">{actor}</span> },
  { label: "When", cell: ({ at }) => <ShopTime at={at} style="date and time" /> },
];

const removedColumns: Column<RemovedDay>[] = [
  { label: "What", cell: ({ what }) => what },
  { label: "Number", isNumber: true, cell: ({ removed }) => removed },
  { label: "Day (UTC)", cell: ({ day }) => day },
];

type PrivacyLogProps = { entries: PrivacyEntry[]; removed: RemovedDay[] };

/** What the owner exported or erased, and what was deleted by age. It names nobody. */
export function PrivacyLog({ entries, removed }: PrivacyLogProps) {
  return (
    <div className="-mx-5 grid items-start gap-4 pb-2 xl:grid-cols-2">
      <Part title="Exported and erased" count={entries.length} empty="Nothing yet.">
        <DataTable
          columns={entryColumns}
          rows={entries}
          keyOf={({ id }) => id}
          caption="Exported and erased"
        />
      </Part>
      <Part title="Deleted automatically" count={removed.length} empty="Nothing yet.">
        <DataTable
          columns={removedColumns}
          rows={removed}
          keyOf={({ day, what }) => `${day} ${what}`}
          caption="Deleted automatically"
        />
      </Part>
    </div>
  );
}

type PartProps = { title: string; count: number; empty: string; children: ReactNode };

function Part({ title, count, empty, children }: PartProps) {
  return (
    <div>
      <h3 className="px-5 pt-4 pb-2 text-lg font-semibold">{title}</h3>
      {count === 0 ? <p className="px-5 pb-4 text-ink-2">{empty}</p> : children}
    </div>
  );
}
