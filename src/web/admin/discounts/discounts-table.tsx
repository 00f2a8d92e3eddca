import { href, Link } from "react-router";
import { tellDiscount } from "#domain/discount/discount.ts";
import { type DiscountState, discountStateLabels, tellUses } from "#domain/discount/discount-state.ts";
import type { ListedDiscount } from "#server/checkout/discounts/list-discounts.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../lists/data-table.tsx";

const tones: Record<DiscountState, BadgeTone> = {
  active: "green",
  scheduled: "blue",
  ended: "plain",
  used_up: "yellow",
  no_collection: "yellow",
  off: "plain",
};

export function DiscountBadge({ state }: { state: DiscountState }) {
  return <Badge tone={tones[state]}>{discountStateLabels[state]}</Badge>;
}

const columns: Column<ListedDiscount>[] = [
  {
    label: "Discount",
    kind: "name",
    cell: ({ id, code, name }) => (
      <Link to={href("/admin/discounts/:id", { id })} className="text-link font-semibold wrap-anywhere">
        {code ?? name}
      </Link>
    ),
  },
  { label: "State", cell: ({ state }) => <DiscountBadge state={state} /> },
  { label: "Discount type", cell: (discount) => tellDiscount(discount) },
  { label: "Applies", cell: ({ code }) => (code === null ? "Automatic" : "Code") },
  { label: "From", cell: ({ startsAt }) => <Time at={startsAt} none="–" /> },
  { label: "To", cell: ({ endsAt }) => <Time at={endsAt} none="–" /> },
  { label: "Used", isNumber: true, cell: (discount) => tellUses(discount) },
];

export function DiscountsTable({ discounts }: { discounts: ListedDiscount[] }) {
  return (
    <div className="admin-card overflow-hidden">
      <DataTable caption="Discounts" columns={columns} rows={discounts} keyOf={({ id }) => id} />
    </div>
  );
}

function Time({ at, none }: { at: string | null; none: string }) {
  return at === null ? none : <ShopTime at={at} style="date and time" />;
}
