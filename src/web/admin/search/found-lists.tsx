import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import type { OfficeFinds } from "#domain/office-search/office-search.ts";
import { orderNumber } from "#domain/order/order.ts";
import { productStatusLabels } from "#domain/product/product-fields.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { StatusBadge } from "../orders/order-badges.tsx";
import type { FoundPage } from "./find-pages.ts";

/** What was found, one list for each kind that has something. */
export function FoundLists({
  pages,
  found: { orders, products, customers },
}: {
  pages: FoundPage[];
  found: OfficeFinds;
}) {
  return (
    <div className="grid gap-6">
      <FoundList title="Pages" rows={pages} keyOf={({ to, label }) => `${to} ${label}`}>
        {({ to, label, place }) => (
          <Link to={to} className="found-row">
            <span className="text-link min-w-0 flex-1 font-semibold">{label}</span>
            {place !== label && <span className="text-sm text-ink-2">{place}</span>}
          </Link>
        )}
      </FoundList>
      <FoundList title="Orders" rows={orders} keyOf={({ id }) => id}>
        {({ id, number, customerName, status, total, at, tracking }) => (
          <Link to={href("/admin/orders/:id", { id })} className="found-row">
            <span className="min-w-0 flex-1">
              <span className="text-link font-semibold">{orderNumber(number)}</span> {customerName}
              <span className="block text-sm text-ink-2">
                {tracking && `Tracking number ${tracking}, `}
                {formatMoney(total)}, <ShopTime at={at} />
              </span>
            </span>
            <StatusBadge status={status} />
          </Link>
        )}
      </FoundList>
      <FoundList title="Customers" rows={customers} keyOf={({ id }) => id}>
        {({ id, name, email }) => (
          <Link to={href("/admin/customers/:id", { id })} className="found-row">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="text-link font-semibold">{name || email}</span>
              {name && <span className="block text-sm text-ink-2">{email}</span>}
            </span>
          </Link>
        )}
      </FoundList>
      <FoundList title="Products" rows={products} keyOf={({ id }) => id}>
        {({ id, name, status }) => (
          <Link to={href("/admin/products/edit/:id", { id })} className="found-row">
            <span className="text-link min-w-0 flex-1 font-semibold wrap-anywhere">{name}</span>
            {status !== "active" && <Badge tone="blue">{productStatusLabels[status]}</Badge>}
          </Link>
        )}
      </FoundList>
    </div>
  );
}

type FoundListProps<Row> = {
  title: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
};

function FoundList<Row>({ title, rows, keyOf, children }: FoundListProps<Row>) {
  const id = `found-${title.toLowerCase()}`;
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="admin-card">
      <h2 id={id} className="px-5 pt-4 pb-2 text-lg font-semibold">
        {title}
      </h2>
      <ul>
        {rows.map((row) => (
          <li key={keyOf(row)} className="border-t border-line">
            {children(row)}
          </li>
        ))}
      </ul>
    </section>
  );
}
