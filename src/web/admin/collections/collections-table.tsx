import { href, Link } from "react-router";
import { type CollectionState, collectionStates } from "#domain/collection/collection.ts";
import type { ListedCollection } from "#server/catalog/list-collections.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../lists/data-table.tsx";
import { OrderButtons } from "../lists/order-buttons.tsx";

const tones: Record<CollectionState, BadgeTone> = {
  shown: "green",
  scheduled: "blue",
  ended: "plain",
  hidden: "plain",
};

export function CollectionBadge({ state }: { state: CollectionState }) {
  return <Badge tone={tones[state]}>{collectionStates[state]}</Badge>;
}

type CollectionsTableProps = { action: string; collections: ListedCollection[] };

/** In the owner's order, which the buttons change. */
export function CollectionsTable({ action, collections }: CollectionsTableProps) {
  const columns: Column<ListedCollection>[] = [
    {
      label: "Collection",
      kind: "name",
      cell: ({ id, name }) => (
        <Link to={href("/admin/collections/:id", { id })} className="text-link font-semibold wrap-anywhere">
          {name}
        </Link>
      ),
    },
    { label: "Address", cell: ({ slug }) => <span className="wrap-anywhere">/collections/{slug}</span> },
    { label: "State", cell: ({ state }) => <CollectionBadge state={state} /> },
    { label: "Products", isNumber: true, cell: ({ count }) => count.toLocaleString("en-US") },
    {
      label: "Order",
      kind: "actions",
      cell: (collection, index) => (
        <OrderButtons action={action} item={collection} index={index} count={collections.length} />
      ),
    },
  ];
  return (
    <div className="admin-card overflow-hidden">
      <DataTable caption="Collections" columns={columns} rows={collections} keyOf={({ id }) => id} />
    </div>
  );
}
