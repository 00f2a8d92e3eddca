import type { CartChange } from "#domain/cart/cart-refresh.ts";
import { TriangleAlert } from "../../ui/icons.tsx";
import { tellChange } from "./refresh-cart.ts";

/** What has changed since the shopper last saw the cart. The region exists before its text does. */
export function CartChanges({ changes }: { changes: CartChange[] }) {
  return (
    <div role="status">
      {changes.length > 0 && (
        <div className="flex gap-3 border-b border-line bg-warn-tint px-5 py-3 text-[0.9375rem]">
          <TriangleAlert className="mt-0.5 size-5 flex-none text-warn" />
          <ul className="grid gap-1">
            {changes.map((change) => (
              <li key={`${change.kind} ${change.name}`}>{tellChange(change)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
