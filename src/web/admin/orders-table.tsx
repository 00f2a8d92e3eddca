import { TriangleAlert } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { href, Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { type OrderSummary, orderNumber } from "#domain/order.ts";
import { LinkButton } from "../ui/button.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import type { BulkStep } from "./bulk-orders.ts";
import { BulkParcelDialog } from "./bulk-parcel-dialog.tsx";
import { FulfillmentBadge } from "./fulfillment-badge.tsx";
import { LocalTime } from "./local-time.tsx";
import { ORDERS_BULK_FORM, OrdersBulkBar } from "./orders-bulk-bar.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { SyncForm } from "./sync-form.tsx";

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
  const { isChosen, choose } = choice;
  const isHydrated = useHydrated();
  return (
    <table className="admin-table order-rows">
      <caption className="sr-only">Orders, newest first</caption>
      <thead>
        <tr>
          <td />
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
        {orders.map((order, index) => (
          <OrderRow
            key={order.id}
            order={order}
            syncAction={syncAction}
            isChosen={isHydrated ? isChosen(order) : undefined}
            onChoose={(isOn, isRange) => choose(index, isOn, isRange)}
          />
        ))}
      </tbody>
    </table>
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

type OrderRowProps = {
  order: OrderSummary;
  syncAction: string;
  /** undefined: the browser keeps it by itself. */
  isChosen: boolean | undefined;
  onChoose: (isOn: boolean, isRange: boolean) => void;
};

function OrderRow({ order, syncAction, isChosen, onChoose }: OrderRowProps) {
  const number = orderNumber(order.number);
  return (
    <tr>
      <td data-label="Select">
        <input
          type="checkbox"
          name="id"
          value={order.id}
          form={ORDERS_BULK_FORM}
          className="check"
          aria-label={`Select ${number}`}
          checked={isChosen}
          onChange={(event) => {
            const { shiftKey } = event.nativeEvent as unknown as { shiftKey?: boolean };
            onChoose(event.target.checked, shiftKey === true);
          }}
        />
      </td>
      <th scope="row" data-label="Order">
        <span className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap">
          <Link to={href("/admin/orders/:id", { id: order.id })} className="text-link">
            {number}
          </Link>
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
