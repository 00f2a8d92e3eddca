import { type ReactNode, useState } from "react";
import { href, Link } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import { nextStep } from "#domain/order/next-step.ts";
import { type ListedOrder, orderNumber } from "#domain/order/order.ts";
import { imageAtWidth } from "#domain/product/image.ts";
import { itemName } from "#domain/product/item-name.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { TriangleAlert } from "../../../ui/icons.tsx";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import { EmailText } from "../../lists/email-text.tsx";
import { RowMenu } from "../../lists/row-menu.tsx";
import { useChosen } from "../../lists/use-chosen.tsx";
import { ORDERS_BULK_FORM, OrdersBulkBar } from "../bulk/bulk-bar.tsx";
import type { BulkStep } from "../bulk/bulk-lines.ts";
import { BulkShipmentDialog } from "../bulk/bulk-shipment-dialog.tsx";
import { FulfillmentBadge, StatusBadge, WaitingBadge } from "../order-badges.tsx";
import { OrderLink } from "../order-link.tsx";
import { SyncForm } from "../sync-form.tsx";

type OrdersTableProps = {
  orders: ListedOrder[];
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
  const [asked, setAsked] = useState<{ step: BulkStep; orders: ListedOrder[] } | null>(null);
  const actions: Column<ListedOrder> = {
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
      <BulkShipmentDialog
        step={asked?.step ?? null}
        orders={asked?.orders ?? []}
        lastCarrier={lastCarrier}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

const orderColumns: Column<ListedOrder>[] = [
  {
    label: "Order",
    cell: (order) => (
      <span className="grid justify-items-end whitespace-nowrap sm:justify-items-start">
        <span className="font-semibold">
          <OrderLink order={order} />
        </span>
        {order.isRehearsal && <span className="text-sm text-ink-2">Test order</span>}
      </span>
    ),
  },
  {
    label: "Customer",
    cell: (order) => (
      <span className="grid min-w-0 wrap-anywhere sm:min-w-32">
        <span>{order.customerName}</span>
        <EmailText email={order.customerEmail} className="text-sm text-ink-2" />
      </span>
    ),
  },
  {
    label: "Date",
    cell: ({ createdAt }) => (
      <span className="sm:grid">
        <span className="whitespace-nowrap">
          <ShopTime at={createdAt} />
        </span>{" "}
        <span className="text-sm whitespace-nowrap text-ink-2">
          <ShopTime at={createdAt} style="time" />
        </span>
      </span>
    ),
  },
  { label: "Items", cell: (order) => <Items order={order} /> },
  { label: "Total", isNumber: true, cell: ({ total }) => formatMoney(total) },
  {
    label: "Status",
    cell: (order) => (
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5 sm:justify-start">
        <StatusBadge status={order.status} />
        {(order.fulfillment !== "unfulfilled" || order.hasShipments) && (
          <FulfillmentBadge fulfillment={order.fulfillment} isPart={order.hasShipments} />
        )}
        {order.waitingFor !== null && <WaitingBadge amount={order.waitingFor} />}
        <NextStep order={order} />
      </span>
    ),
  },
];

const THUMB = "h-11 w-9 flex-none rounded-[6px] bg-sand object-cover max-sm:hidden";

/** The first line, and how many more there are. */
function Items({ order: { first, more, itemCount } }: { order: ListedOrder }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 sm:min-w-32">
      {first?.image ? (
        <img
          src={imageAtWidth(first.image.url, 320)}
          alt=""
          width={36}
          height={44}
          loading="lazy"
          className={THUMB}
        />
      ) : (
        <span className={THUMB} />
      )}
      <span className="min-w-0 wrap-anywhere">
        {first ? itemName(first) : "No items"}
        <span className="block text-sm text-ink-2">
          {itemCount === 1 ? "1 item" : `${itemCount} items`}
          {more > 0 && ` · +${more} more`}
        </span>
      </span>
    </span>
  );
}

/** Where the owner does it: the order's page. */
function NextStep({ order }: { order: ListedOrder }) {
  const step = nextStep(order);
  if (!step) return null;
  return (
    <Link
      to={href("/admin/orders/:id", { id: order.id })}
      className={`inline-flex items-center gap-1.5 font-semibold ${step.isUrgent ? "text-err" : ""}`}
    >
      {step.isUrgent && <TriangleAlert aria-hidden="true" className="size-4 flex-none" />}
      <span className="text-link">{step.text}</span>
      <span className="sr-only"> {orderNumber(order.number)}</span>
    </Link>
  );
}

function Actions({ order, syncAction }: { order: ListedOrder; syncAction: string }) {
  const number = orderNumber(order.number);
  return (
    <>
      <Link
        to={href("/admin/orders/:id", { id: order.id })}
        className="text-link min-h-11 items-center font-semibold max-sm:hidden sm:inline-flex"
      >
        View<span className="sr-only"> {number}</span>
      </Link>
      <RowMenu label={`More for ${number}`}>
        <SyncForm
          action={syncAction}
          orderId={order.id}
          label="Sync with Stripe"
          description={number}
          hasPayment={order.paymentIntentId !== null}
        />
      </RowMenu>
    </>
  );
}
