import type { listKept } from "#domain/privacy/privacy-rules.ts";
import { type Column, DataTable } from "../lists/data-table.tsx";

type KeptRow = ReturnType<typeof listKept>[number];

const columns: Column<KeptRow>[] = [
  { label: "Data", cell: ({ what }) => what },
  { label: "Purpose", cell: ({ why }) => why },
  { label: "Kept", cell: ({ keep }) => keep },
];

/** What the shop keeps about people, why, and how long. */
export function KeptTable({ kept }: { kept: KeptRow[] }) {
  return (
    <div className="-mx-5 pb-2">
      <DataTable
        columns={columns}
        rows={kept}
        keyOf={({ what }) => what}
        caption="What we keep about customers"
      />
      <p className="px-5 pt-2 text-sm text-ink-2">
        Stripe keeps its own payment records. Backups keep what they held when they were made.
      </p>
    </div>
  );
}
