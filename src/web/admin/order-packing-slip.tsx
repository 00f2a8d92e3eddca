import { Printer } from "lucide-react";
import { orderNumber } from "#domain/order.ts";
import type { OrderDetail } from "#domain/order-detail.ts";
import { Button } from "../ui/button.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { LocalTime } from "./local-time.tsx";

/** Without scripts the browser's own print command does the same. */
export function PrintButton() {
  if (!useHydrated()) return null;
  return (
    <Button look="quiet" onClick={() => window.print()}>
      <Printer aria-hidden="true" className="size-4" />
      Print packing slip
    </Button>
  );
}

/** What lies in the parcel: for paper only, and without a price. */
export function PackingSlip({ order, storeName }: { order: OrderDetail; storeName: string }) {
  const { customer_name, line1, line2, city, state, postal_code, country } = order.address;
  const lines = [customer_name, line1, line2, `${city}, ${state} ${postal_code}`, country].filter(Boolean);
  return (
    <section className="packing-slip" aria-hidden="true">
      <p className="display text-heading">{storeName}</p>
      <p className="mb-6">
        Packing slip, {orderNumber(order.number)}, <LocalTime at={order.createdAt} />
      </p>
      <address className="mb-6 grid not-italic">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <table className="w-full text-left">
        <thead>
          <tr>
            <th className="py-2">Product</th>
            <th className="py-2">Variation</th>
            <th className="py-2 text-right">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change or move.
            <tr key={index} className="border-t border-line">
              <td className="py-2">{item.name}</td>
              <td className="py-2">{item.variation ?? ""}</td>
              <td className="py-2 text-right">{item.quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
