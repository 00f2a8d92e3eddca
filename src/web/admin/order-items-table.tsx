import { formatMoney } from "#domain/money.ts";
import type { OrderItem } from "#domain/order.ts";
import type { OrderDetail } from "#domain/order-detail.ts";
import { Picture } from "../ui/picture.tsx";

/** What was sold, as it was sold, and what it came to. */
export function OrderItemsTable({ order }: { order: OrderDetail }) {
  const sums = [
    { label: "Subtotal", amount: order.subtotal },
    { label: "Shipping", amount: order.shipping },
    { label: "Tax", amount: order.tax },
  ];
  return (
    <section aria-labelledby="order-items" className="admin-card overflow-hidden">
      <h2 id="order-items" className="display px-5 pt-5 pb-3 text-xl">
        Order Items
      </h2>
      <table className="admin-table">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Variation</th>
            <th scope="col" data-number>
              Price
            </th>
            <th scope="col" data-number>
              Quantity
            </th>
            <th scope="col" data-number>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change or move.
            <ItemRow key={index} item={item} />
          ))}
        </tbody>
      </table>
      <dl className="numerals grid gap-1.5 border-t border-line px-5 py-4 sm:ml-auto sm:w-72">
        {sums.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-ink-2">{label}</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
        <div className="mt-1 flex justify-between gap-4 border-t border-line pt-2.5 text-lg font-bold">
          <dt>Total</dt>
          <dd>{formatMoney(order.total)}</dd>
        </div>
        {order.refunded > 0 && (
          <div className="flex justify-between gap-4 text-flag">
            <dt>Refunded</dt>
            <dd>−{formatMoney(order.refunded)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function ItemRow({ item }: { item: OrderItem }) {
  return (
    <tr>
      <th scope="row" data-label="Product">
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
      </th>
      <td data-label="Variation">{item.variation ?? "N/A"}</td>
      <td data-label="Price" data-number>
        {formatMoney(item.price)}
      </td>
      <td data-label="Quantity" data-number>
        {item.quantity}
      </td>
      <td data-label="Total" data-number>
        {formatMoney(item.price * item.quantity)}
      </td>
    </tr>
  );
}
