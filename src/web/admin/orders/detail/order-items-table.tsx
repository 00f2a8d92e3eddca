import { discountLabel, discountText } from "#domain/discount/discount.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { OrderItem } from "#domain/order/order.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { unitsToSend } from "#domain/order/units.ts";
import { Picture } from "../../../ui/picture.tsx";
import { type Column, DataTable, TableCard } from "../../lists/data-table.tsx";

const columns: Column<OrderItem>[] = [
  { label: "Product", cell: (item) => <ItemName item={item} /> },
  { label: "Variation", cell: ({ variation }) => variation ?? <span data-none>N/A</span> },
  { label: "Price", isNumber: true, cell: ({ price }) => formatMoney(price) },
  { label: "Quantity", isNumber: true, cell: (item) => <Quantity item={item} /> },
  { label: "Total", isNumber: true, cell: ({ price, quantity }) => formatMoney(price * quantity) },
];

/** The items as they were sold, and their total. */
export function OrderItemsTable({ order }: { order: OrderDetail }) {
  const { discount } = order;
  const sums = [
    { label: "Subtotal", amount: formatMoney(order.subtotal) },
    ...(discount ? [{ label: discountLabel(discount), amount: discountText(discount) }] : []),
    { label: "Shipping", amount: formatMoney(order.shipping) },
    { label: "Tax", amount: formatMoney(order.tax) },
  ];
  return (
    <TableCard id="order-items" title="Order Items">
      <DataTable columns={columns} rows={order.items} keyOf={(_, index) => index} className="item-rows" />
      <dl className="numerals grid gap-1.5 border-t border-line px-5 py-4 sm:ml-auto sm:w-72">
        {sums.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-ink-2">{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div className="mt-1 flex justify-between gap-4 border-t border-line pt-2.5 text-lg font-bold">
          <dt>Total</dt>
          <dd>{formatMoney(order.total)}</dd>
        </div>
        {order.extraPaid && (
          <div className="flex justify-between gap-4">
            <dt className="text-ink-2">Paid for changes</dt>
            <dd>{formatMoney(order.extraPaid)}</dd>
          </div>
        )}
        {order.refunded > 0 && (
          <div className="flex justify-between gap-4 text-flag">
            <dt>Refunded</dt>
            <dd>−{formatMoney(order.refunded)}</dd>
          </div>
        )}
      </dl>
    </TableCard>
  );
}

/** Units as they were sold, how many of them were refunded, and how many were sent when some are still to be. */
function Quantity({ item }: { item: OrderItem }) {
  const { quantity, refunded, sent } = item;
  if (refunded === 0 && (sent === 0 || unitsToSend(item) === 0)) return quantity;
  return (
    <>
      {quantity}
      {sent > 0 && unitsToSend(item) > 0 && (
        <span className="block text-sm text-ink-2">
          {sent} of {quantity} sent
        </span>
      )}
      {refunded > 0 && (
        <span className="block text-sm text-flag">
          {refunded} of {quantity} refunded
        </span>
      )}
    </>
  );
}

function ItemName({ item }: { item: OrderItem }) {
  return (
    <span className="flex items-center gap-3 text-left">
      {item.image && (
        <Picture
          image={item.image}
          alt=""
          sizes="48px"
          className="h-15 w-12 flex-none rounded-md bg-sand object-cover"
        />
      )}
      <span className="min-w-0 font-semibold">{item.name}</span>
    </span>
  );
}
