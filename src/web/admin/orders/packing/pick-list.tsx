import { orderNumber } from "#domain/order/order.ts";
import type { ListedPick } from "#domain/order/packing/packing.ts";
import { Picture } from "../../../ui/picture.tsx";

/** What to take from the shelf for all orders of the page, to tick off while walking along it. */
export function PickList({ picks }: { picks: ListedPick[] }) {
  const units = picks.reduce((sum, each) => sum + each.quantity, 0);
  return (
    <details className="disclosure admin-card mb-4 px-5 py-1 sm:mb-5">
      <summary className="numerals">
        Pick list: {units} {units === 1 ? "item" : "items"} from the shelf
      </summary>
      <ul className="grid gap-x-6 pb-3 sm:grid-cols-2 xl:grid-cols-3">
        {picks.map(({ key, name, image, variation, quantity: count, orders }) => (
          <li key={key} className="border-t border-line py-2">
            <label className="flex min-h-11 cursor-pointer items-center gap-3">
              <input type="checkbox" className="size-5 flex-none accent-(--color-fairway)" />
              <Picture
                image={image}
                sizes="3rem"
                alt=""
                className="h-15 w-12 flex-none rounded-field object-cover"
              />
              <span className="grid min-w-0 flex-1 wrap-anywhere">
                <span className="font-semibold">{name}</span>
                {variation && <span>{variation}</span>}
                <span className="text-sm text-ink-2">{formatOrders(orders)}</span>
              </span>
              <span className="numerals display text-2xl">
                {count}
                <span className="sr-only"> {count === 1 ? "item" : "items"}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

const ORDERS_TOLD_MAX = 4;

function formatOrders(orders: readonly number[]): string {
  const told = orders.slice(0, ORDERS_TOLD_MAX).map(orderNumber).join(", ");
  return orders.length > ORDERS_TOLD_MAX ? `${told} and ${orders.length - ORDERS_TOLD_MAX} more` : told;
}
