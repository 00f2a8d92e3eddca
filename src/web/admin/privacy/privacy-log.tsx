import type { ReactNode } from "react";
import { auditLabel } from "#domain/audit/audit-log.ts";
import { type PrivacyEntry, type RemovedDay, tellCounts } from "#domain/privacy/privacy-log.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { type Column, DataTable } from "../lists/data-table.tsx";

const entryColumns: Column<PrivacyEntry>[] = [
  { label: "What", cell: ({ action }) => auditLabel(action) },
  { label: "How much", cell: ({ counts }) => tellCounts(counts) || "–" },
  { label: "Who", cell: ({ actor }) => <span className="wrap-anywhere">{actor}</span> },
  { label: "When", cell: ({ at }) => <ShopTime at={at} style="date and time" /> },
];

const removedColumns: Column<RemovedDay>[] = [
  { label: "What", cell: ({ what }) => what },
  { label: "How many", isNumber: true, cell: ({ removed }) => removed },
  { label: "Day (UTC)", cell: ({ day }) => day },
];

type PrivacyLogProps = { entries: PrivacyEntry[]; removed: RemovedDay[] };

/** What the owner took out or forgot, and what went by age. It names nobody. */
export function PrivacyLog({ entries, removed }: PrivacyLogProps) {
  return (
    <section aria-labelledby="privacy-log">
      <h2 id="privacy-log" className="display mb-3 text-xl">
        Log
      </h2>
      <p className="mb-4 max-w-prose text-ink-2">It says how much and when, and names nobody.</p>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Part title="Taken out and forgotten" count={entries.length} empty="Nothing yet.">
          <DataTable
            columns={entryColumns}
            rows={entries}
            keyOf={({ id }) => id}
            caption="Taken out and forgotten"
          />
        </Part>
        <Part title="Removed by age" count={removed.length} empty="Nothing yet.">
          <DataTable
            columns={removedColumns}
            rows={removed}
            keyOf={({ day, what }) => `${day} ${what}`}
            caption="Removed by age"
          />
        </Part>
      </div>
    </section>
  );
}

type PartProps = { title: string; count: number; empty: string; children: ReactNode };

function Part({ title, count, empty, children }: PartProps) {
  return (
    <div className="admin-card overflow-hidden">
      <h3 className="px-5 pt-4 pb-2 text-lg font-semibold">{title}</h3>
      {count === 0 ? <p className="px-5 pb-4 text-ink-2">{empty}</p> : children}
    </div>
  );
}
