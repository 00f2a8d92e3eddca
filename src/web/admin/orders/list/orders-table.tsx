import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { href } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import { type OrderSummary, orderNumber } from "#domain/order/order.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import { useChosen } from "../../lists/use-chosen.tsx";
import type { BulkStep } from "../bulk/bulk-answer.ts";
import { ORDERS_BULK_FORM, OrdersBulkBar } from "../bulk/bulk-bar.tsx";
import { BulkParcelDialog } from "../bulk/bulk-parcel-dialog.tsx";
import { FulfillmentBadge, StatusBadge } from "../order-badges.tsx";
import { OrderLink } from "../order-link.tsx";
import { SyncForm } from "../sync-form.tsx";

type OrdersTableProps = {
  orders: OrderSummary[];
  lastCarrier: string;
  syncAction: string;
  /** Replaces the table when there are none. */
  empty: ReactNode;
};

/**
 * One page of orders, with actions for one and for several of them. The dialog for several outlives its
 * rows: a step may remove them from this list while its results are still being read.
 */
export function OrdersTable({ orders, lastCarrier, syncAction, empty }: OrdersTableProps) {
  const { chosen, column, allBox } = useChosen(orders, {
    form: ORDERS_BULK_FORM,
    nameOf: ({ number }) => orderNumber(number),
  });
  const [asked, setAsked] = useState<{ step: BulkStep; orders: OrderSummary[] } | null>(null);
  const actions: Column<OrderSummary> = {
    label: "Actions",
    kind: "actions",
    cell: (order) => <Actions order={order} syncAction={syncAction} />,
  };
  return (
    <>
      {orders.length === 0 ? (
        empty
      ) : (
        <>
          <OrdersBulkBar
            chosen={chosen}
            allBox={allBox}
            action={syncAction}
            onStep={(step) => setAsked({ step, orders: chosen })}
          />
          <div className="admin-card overflow-hidden" data-columns="many">
            <DataTable
              columns={[column, ...orderColumns, actions]}
              rows={orders}
              keyOf={({ id }) => id}
              caption="Orders, newest first"
              className="order-rows"
            />
          </div>
        </>
      )}
      <BulkParcelDialog
        step={asked?.step ?? null}
        orders={asked?.orders ?? []}
        lastCarrier={lastCarrier}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

const orderColumns: Column<OrderSummary>[] = [
  {
    label: "Order",
    cell: (order) => (
      <span className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap">
        <OrderLink order={order} />
        {order.attention.length > 0 && (
          <>
            <TriangleAlert aria-hidden="true" className="size-4 text-warn" />
            <span className="sr-only">needs attention</span>
          </>
        )}
      </span>
    ),
  },
  {
    label: "Customer",
    cell: (order) => (
      <span className="grid min-w-0 wrap-anywhere sm:min-w-40">
        <span>{order.customerName}</span>
        <span className="text-sm text-ink-2">{order.customerEmail}</span>
      </span>
    ),
  },
  {
    label: "Date",
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <ShopTime at={createdAt} />
      </span>
    ),
  },
  { label: "Items", isNumber: true, cell: ({ itemCount }) => itemCount },
  { label: "Total", isNumber: true, cell: ({ total }) => formatMoney(total) },
  {
    label: "Status",
    cell: ({ status, fulfillment, hasParcels }) => (
      <span className="flex flex-wrap justify-end gap-1.5 sm:justify-start">
        <StatusBadge status={status} />
        {(fulfillment !== "unfulfilled" || hasParcels) && (
          <FulfillmentBadge fulfillment={fulfillment} isPart={hasParcels} />
        )}
      </span>
    ),
  },
];

function Actions({ order, syncAction }: { order: OrderSummary; syncAction: string }) {
  const number = orderNumber(order.number);
  return (
    <div className="flex gap-2">
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
    </div>
  );
}
