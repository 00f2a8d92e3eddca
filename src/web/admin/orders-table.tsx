import { TriangleAlert } from "lucide-react";
import { href } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { type OrderSummary, orderNumber } from "#domain/order.ts";
import { LinkButton } from "../ui/button.tsx";
import { FulfillmentBadge } from "./fulfillment-badge.tsx";
import { LocalTime } from "./local-time.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { SyncForm } from "./sync-form.tsx";

/** One page of orders with what can be done with each. */
export function OrdersTable({ orders, syncAction }: { orders: OrderSummary[]; syncAction: string }) {
  return (
    <div className="admin-card overflow-hidden" data-columns="many">
      <table className="admin-table">
        <caption className="sr-only">Orders, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Customer</th>
            <th scope="col">Date</th>
            <th scope="col" data-number>
              Items
            </th>
            <th scope="col" data-number>
              Total
            </th>
            <th scope="col">Status</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} syncAction={syncAction} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OrderRow({ order, syncAction }: { order: OrderSummary; syncAction: string }) {
  const number = orderNumber(order.number);
  return (
    <tr>
      <th scope="row" data-label="Order">
        <span className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap">
          {number}
          {order.attention.length > 0 && (
            <>
              <TriangleAlert aria-hidden="true" className="size-4 text-warn" />
              <span className="sr-only">needs attention</span>
            </>
          )}
        </span>
      </th>
      <td data-label="Customer">
        <span className="grid min-w-0 wrap-anywhere sm:min-w-40">
          <span>{order.customerName}</span>
          <span className="text-sm text-ink-2">{order.customerEmail}</span>
        </span>
      </td>
      <td data-label="Date">
        <span className="whitespace-nowrap">
          <LocalTime at={order.createdAt} />
        </span>
      </td>
      <td data-label="Items" data-number>
        {order.itemCount}
      </td>
      <td data-label="Total" data-number>
        {formatMoney(order.total)}
      </td>
      <td data-label="Status">
        <span className="flex flex-wrap justify-end gap-1.5 sm:justify-start">
          <StatusBadge status={order.status} />
          {order.fulfillment !== "unfulfilled" && <FulfillmentBadge fulfillment={order.fulfillment} />}
        </span>
      </td>
      <td data-actions>
        <span className="flex gap-2">
          <SyncForm
            action={syncAction}
            orderId={order.id}
            label="Sync"
            description={number}
            hasPayment={order.paymentIntentId !== null}
          />
          <LinkButton
            to={href("/admin/orders/:id", { id: order.id })}
            look="quiet"
            size="small"
            className="min-h-11"
          >
            View<span className="sr-only"> {number}</span>
          </LinkButton>
        </span>
      </td>
    </tr>
  );
}
