import { href, Link } from "react-router";
import type { Thread } from "#domain/messages/thread.ts";
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { StatusBadge } from "../orders/order-badges.tsx";

/** Who wrote, and what they bought. */
export function SenderPanel({ thread }: { thread: Thread }) {
  const { name, email, orders, orderCount, spent } = thread;
  return (
    <section aria-labelledby="sender" className="admin-card p-5">
      <h2 id="sender" className="display mb-1 text-xl wrap-anywhere">
        <Link to={href("/admin/customers/:id", { id: thread.id })} className="text-link">
          {name}
        </Link>
      </h2>
      <p className="mb-3 wrap-anywhere text-ink-2">{email}</p>
      {orderCount === 0 ? (
        <p>No order with this email address.</p>
      ) : (
        <p className="mb-3">
          {orderCount === 1 ? "1 order" : `${orderCount} orders`}, {formatMoney(spent)} in total
        </p>
      )}
      <ul className="grid gap-3">
        {orders.map(({ id, number, status, total, at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span>
              <Link to={href("/admin/orders/:id", { id })} className="text-link font-semibold">
                {orderNumber(number)}
              </Link>{" "}
              <span className="text-sm text-ink-2">
                {formatMoney(total)}, <ShopTime at={at} />
              </span>
            </span>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}
