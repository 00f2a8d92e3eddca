import { href, Link } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import type { OrderSummary } from "#domain/order/order.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { type Column, DataTable, TableCard } from "../lists/data-table.tsx";
import { StatusBadge } from "../orders/order-badges.tsx";
import { OrderLink } from "../orders/order-link.tsx";

const columns: Column<OrderSummary>[] = [
  {
    label: "Order #",
    cell: (order) => <OrderLink order={order} className="font-semibold whitespace-nowrap" />,
  },
  { label: "Customer", cell: (order) => <span className="wrap-anywhere">{order.customerName}</span> },
  { label: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { label: "Total", isNumber: true, cell: ({ total }) => formatMoney(total) },
  {
    label: "Date",
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <ShopTime at={createdAt} />
      </span>
    ),
  },
];

/** The newest orders, with a link to all of them when there are more. */
export function RecentOrders({ orders, hasMore }: { orders: OrderSummary[]; hasMore: boolean }) {
  const all = (
    <Link to={href("/admin/orders")} className="text-link font-semibold">
      View all orders
    </Link>
  );
  return (
    <TableCard id="recent-orders" title="Recent Orders" aside={hasMore && all}>
      {orders.length === 0 ? (
        <p className="px-5 pb-6 text-ink-2">No orders yet. They appear here once a shopper has paid.</p>
      ) : (
        <DataTable columns={columns} rows={orders} keyOf={({ id }) => id} className="recent-rows" />
      )}
    </TableCard>
  );
}
