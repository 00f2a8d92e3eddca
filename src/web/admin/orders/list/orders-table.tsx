import { TriangleAlert } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { href } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import { type OrderSummary, orderNumber } from "#domain/order/order.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import type { BulkStep } from "../bulk/bulk-answer.ts";
import { ORDERS_BULK_FORM, OrdersBulkBar } from "../bulk/bulk-bar.tsx";
import { BulkParcelDialog } from "../bulk/bulk-parcel-dialog.tsx";
import { FulfillmentBadge, StatusBadge } from "../order-badges.tsx";
import { OrderLink } from "../order-link.tsx";
import { SyncForm } from "../sync-form.tsx";

type OrdersTableProps = {
  orders: OrderSummary[];
  syncAction: string;
  /** Stands in place of the table when there are none. */
  empty: ReactNode;
};

/**
 * One page of orders: what they are, and what can be done with one or with several of them. The dialog for
 * several outlives its orders: a step may take them off this list, and its results are still to be read.
 */
export function OrdersTable({ orders, syncAction, empty }: OrdersTableProps) {
  const choice = useChosen(orders);
  const [asked, setAsked] = useState<{ step: BulkStep; orders: OrderSummary[] } | null>(null);
  return (
    <>
      {orders.length === 0 ? (
        empty
      ) : (
        <>
          <OrdersBulkBar
            chosen={choice.chosen}
            action={syncAction}
            onStep={(step) => setAsked({ step, orders: choice.chosen })}
            isAll={choice.chosen.length === orders.length}
            onAll={choice.chooseAll}
          />
          <div className="admin-card overflow-hidden" data-columns="many">
            <Table orders={orders} syncAction={syncAction} choice={choice} />
          </div>
        </>
      )}
      <BulkParcelDialog
        step={asked?.step ?? null}
        orders={asked?.orders ?? []}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

type TableProps = { orders: OrderSummary[]; syncAction: string; choice: ReturnType<typeof useChosen> };

function Table({ orders, syncAction, choice }: TableProps) {
  const isHydrated = useHydrated();
  const columns: Column<OrderSummary>[] = [
    {
      label: "Select",
      kind: "select",
      cell: (order, index) => (
        <input
          type="checkbox"
          name="id"
          value={order.id}
          form={ORDERS_BULK_FORM}
          className="check"
          aria-label={`Select ${orderNumber(order.number)}`}
          // Before scripts run the browser keeps it by itself.
          checked={isHydrated ? choice.isChosen(order) : undefined}
          onChange={(event) => {
            const { shiftKey } = event.nativeEvent as unknown as { shiftKey?: boolean };
            choice.choose(index, event.target.checked, shiftKey === true);
          }}
        />
      ),
    },
    ...orderColumns,
    {
      label: "Actions",
      kind: "actions",
      cell: (order) => <Actions order={order} syncAction={syncAction} />,
    },
  ];
  return (
    <DataTable
      columns={columns}
      rows={orders}
      keyOf={({ id }) => id}
      caption="Orders, newest first"
      className="order-rows"
    />
  );
}

/** Which orders of the page are ticked; with Shift held, all from the last one on. */
function useChosen(orders: OrderSummary[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const lastIndex = useRef(0);
  const choose = (index: number, isOn: boolean, isRange: boolean) => {
    const [from = index, to = index] = isRange ? [lastIndex.current, index].toSorted((a, b) => a - b) : [];
    const next = new Set(ids);
    for (const { id } of orders.slice(from, to + 1)) isOn ? next.add(id) : next.delete(id);
    lastIndex.current = index;
    setIds(next);
  };
  return {
    chosen: orders.filter(({ id }) => ids.has(id)),
    isChosen: ({ id }: OrderSummary) => ids.has(id),
    choose,
    chooseAll: (isOn: boolean) => setIds(new Set(isOn ? orders.map(({ id }) => id) : [])),
  };
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
    cell: ({ status, fulfillment }) => (
      <span className="flex flex-wrap justify-end gap-1.5 sm:justify-start">
        <StatusBadge status={status} />
        {fulfillment !== "unfulfilled" && <FulfillmentBadge fulfillment={fulfillment} />}
      </span>
    ),
  },
];

function Actions({ order, syncAction }: { order: OrderSummary; syncAction: string }) {
  const number = orderNumber(order.number);
  return (
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
  );
}
