import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { type Customer, SHOWN_OF_CUSTOMER } from "#domain/customer/customer.ts";
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { StatusBadge } from "../orders/order-badges.tsx";

const reviewStates: Record<string, string> = { pending: "to approve", shown: "shown", hidden: "hidden" };
const restockStates = {
  asked: "asked, not confirmed",
  waiting: "confirmed, waiting for the restock",
  told: "notified",
};
const reminderStates = {
  waiting: "scheduled",
  sent: "sent",
  dropped: "not sent",
};

type CustomerPartProps = { customer: Customer };

/** What one person bought, wrote, said of products, and agreed to. */
export function CustomerParts({ customer }: CustomerPartProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Orders customer={customer} />
      <Messages customer={customer} />
      <Reviews customer={customer} />
      <Emails customer={customer} />
    </div>
  );
}

function Orders({ customer: { email, orders, recentOrders } }: CustomerPartProps) {
  return (
    <Part title="Orders" count={recentOrders.length} empty="No order with this email address.">
      {recentOrders.map(({ id, number, status, total, refunded, at }) => (
        <li key={id} className="found-row">
          <span className="min-w-0 flex-1">
            <Link to={href("/admin/orders/:id", { id })} className="text-link font-semibold">
              {orderNumber(number)}
            </Link>{" "}
            {formatMoney(total)}
            {refunded > 0 && `, ${formatMoney(refunded)} refunded`}
            <span className="block text-sm text-ink-2">
              <ShopTime at={at} />
            </span>
          </span>
          <StatusBadge status={status} />
        </li>
      ))}
      {orders > recentOrders.length && (
        <li className="found-row">
          <Link to={`${href("/admin/orders")}?${new URLSearchParams({ q: email })}`} className="text-link">
            All {orders} orders
          </Link>
        </li>
      )}
    </Part>
  );
}

function Messages({ customer: { messages } }: CustomerPartProps) {
  return (
    <Part title="Messages" count={messages.length} empty="No messages.">
      {messages.map(({ id, subject, isAnswered, at }) => (
        <li key={id} className="found-row">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <Link to={href("/admin/messages/:id", { id })} className="text-link font-semibold">
              {subject}
            </Link>
            <span className="block text-sm text-ink-2">
              <ShopTime at={at} />
            </span>
          </span>
          <Badge tone={isAnswered ? "green" : "blue"}>{isAnswered ? "Answered" : "To answer"}</Badge>
        </li>
      ))}
    </Part>
  );
}

function Reviews({ customer: { reviews } }: CustomerPartProps) {
  return (
    <Part title="Reviews" count={reviews.length} empty="No reviews.">
      {reviews.map(({ productId, product, stars, text, state, at }) => (
        <li key={`${productId} ${at}`} className="found-row">
          <span className="min-w-0 wrap-anywhere">
            <Link
              to={href("/admin/products/edit/:id", { id: productId })}
              className="text-link font-semibold"
            >
              {product}
            </Link>
            , {stars} of 5 stars, {reviewStates[state] ?? state}
            {text && <span className="block">{text}</span>}
          </span>
        </li>
      ))}
    </Part>
  );
}

function Emails({ customer }: CustomerPartProps) {
  const { restock, reminders, isReviewsStopped, isRemindersStopped } = customer;
  return (
    <Part title="Emails they get" count={Math.max(restock.length, reminders.length, 1)} empty="">
      {restock.map(({ productId, product, option, state, at }) => (
        <li key={`${productId} ${option}`} className="found-row">
          <span className="min-w-0 wrap-anywhere">
            {product}
            {option && ` (${option})`} is back: {restockStates[state]}
            <span className="block text-sm text-ink-2">
              <ShopTime at={at} />
            </span>
          </span>
        </li>
      ))}
      {reminders.map(({ state, at }) => (
        <li key={at} className="found-row">
          <span className="min-w-0 wrap-anywhere">
            Reminder of an unfinished checkout: {reminderStates[state]}
            <span className="block text-sm text-ink-2">
              <ShopTime at={at} />
            </span>
          </span>
        </li>
      ))}
      <li className="found-row">
        {isReviewsStopped ? "Unsubscribed from review requests." : "One review request per order."}
      </li>
      <li className="found-row">
        {isRemindersStopped
          ? "Unsubscribed from checkout reminders."
          : "Reminded of an unfinished checkout only if they ask."}
      </li>
    </Part>
  );
}

type PartProps = { title: string; count: number; empty: string; children: ReactNode };

function Part({ title, count, empty, children }: PartProps) {
  const id = `customer-${title.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <section aria-labelledby={id} className="admin-card overflow-hidden">
      <h2 id={id} className="px-5 pt-4 pb-2 text-lg font-semibold">
        {title}
      </h2>
      {count === 0 ? (
        <p className="px-5 pb-4 text-ink-2">{empty}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">{children}</ul>
      )}
      {count === SHOWN_OF_CUSTOMER && title !== "Orders" && (
        <p className="px-5 py-3 text-sm text-ink-2">
          Showing the newest {SHOWN_OF_CUSTOMER}. The export has all of them.
        </p>
      )}
    </section>
  );
}
