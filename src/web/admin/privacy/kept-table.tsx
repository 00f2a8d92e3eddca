import type { listKept } from "#domain/privacy/privacy-rules.ts";
import { type Column, DataTable } from "../lists/data-table.tsx";

type Kept = ReturnType<typeof listKept>[number];

const columns: Column<Kept>[] = [
  { label: "What", cell: ({ what }) => what },
  { label: "Why", cell: ({ why }) => why },
  { label: "How long", cell: ({ keep }) => keep },
];

/** What the shop keeps of people, why, and how long. */
export function KeptTable({ kept }: { kept: Kept[] }) {
  return (
    <section aria-labelledby="kept">
      <h2 id="kept" className="display mb-3 text-xl">
        What is kept of customers
      </h2>
      <div className="admin-card overflow-hidden">
        <DataTable
          columns={columns}
          rows={kept}
          keyOf={({ what }) => what}
          caption="What is kept of customers"
        />
      </div>
      <p className="mt-3 max-w-prose text-sm text-ink-2">
        Logs name nobody. Stripe keeps what it has of payments. Backups keep what they had when they were
        made.
      </p>
    </section>
  );
}
