import { href, Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { type OrderSummary, orderNumber } from "#domain/order.ts";
import { LocalTime } from "./local-time.tsx";
import { StatusBadge } from "./status-badge.tsx";

/** The newest orders, and the way to the others when there are more. */
export function RecentOrders({ orders, hasMore }: { orders: OrderSummary[]; hasMore: boolean }) {
  return (
    <section aria-labelledby="recent-orders" className="admin-card overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-5 pb-3">
        <h2 id="recent-orders" className="display text-xl">
          Recent Orders
        </h2>
        {hasMore && (
          <Link to={href("/admin/orders")} className="text-link font-semibold">
            View all orders
          </Link>
        )}
      </div>
      {orders.length === 0 ? (
        <p className="px-5 pb-6 text-ink-2">
          No orders yet. Orders appear here as soon as a shopper has paid.
        </p>
      ) : (
        <table className="admin-table order-rows">
          <thead>
            <tr>
              <th scope="col">Order #</th>
              <th scope="col">Customer</th>
              <th scope="col">Status</th>
              <th scope="col" data-number>
                Total
              </th>
              <th scope="col">Date</th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                <th scope="row" data-label="Order #">
                  <Link
                    to={href("/admin/orders/:id", { id: order.id })}
                    className="text-link font-semibold whitespace-nowrap"
                  >
                    {orderNumber(order.number)}
                  </Link>
                </th>
                <td data-label="Customer">
                  <span className="wrap-anywhere">{order.customerName}</span>
                </td>
                <td data-label="Status">
                  <StatusBadge status={order.status} />
                </td>
                <td data-label="Total" data-number>
                  {formatMoney(order.total)}
                </td>
                <td data-label="Date">
                  <span className="whitespace-nowrap">
                    <LocalTime at={order.createdAt} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
