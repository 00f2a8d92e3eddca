import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { itemCount, keyOf } from "#domain/cart/cart.ts";
import type { CartChange } from "#domain/cart/cart-refresh.ts";
import { useRootData } from "../../page/root-data.ts";
import { DialogBody, DialogFooter, Sheet } from "../../ui/dialog.tsx";
import { TriangleAlert } from "../../ui/icons.tsx";
import { toastStore } from "../../ui/toast/toast.ts";
import { cartStore, useCart } from "./cart.ts";
import { isAdded } from "./cart-actions.ts";
import { CartDetails, CartDrawerFooter, type CartWay } from "./cart-drawer-footer.tsx";
import { CartEmpty } from "./cart-empty.tsx";
import { CartLineRow } from "./cart-line-row.tsx";
import { useCartSettings } from "./cart-settings.ts";
import { formatChange, refreshStoredCart, takeUntoldChanges, useUntoldChanges } from "./refresh-cart.ts";

export type CartSheetProps = { open: boolean; onClose: () => void };

/** `Express`: another room's way to buy the cart. */
type OwnProps = CartSheetProps & { Express: CartWay };

/** The drawer: slides in from the right with the cart in it. */
export function CartSheet({ open, onClose, Express }: OwnProps) {
  const count = itemCount(useCart());
  // The checkout has its own steps in the history, and a cart change leads back to the first one.
  const closesByBack = useLocation().pathname !== "/checkout";
  // Changes that the checkout learns of while the drawer closes are shown by the checkout.
  useEffect(() => {
    if (!open) takeUntoldChanges();
  }, [open]);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      closesByBack={closesByBack}
      title={count > 0 ? `Your Cart (${count})` : "Your Cart"}
    >
      <CartPanel Express={Express} open={open} onClose={onClose} />
    </Sheet>
  );
}

/** Lines and totals, at the prices of this opening. */
function CartPanel({ Express, open, onClose }: OwnProps) {
  const cart = useCart();
  const changes = useFreshCart(open);
  const current = useCartSettings(useRootData().settings);
  // The line that was added last is the first.
  const [hasJustAdded] = useState(() => isAdded(toastStore.get()?.title));
  const isEmpty = cart.lines.length === 0;
  return (
    <>
      <DialogBody>
        <CartChanges changes={changes} />
        {isEmpty ? (
          <CartEmpty onClose={onClose} />
        ) : (
          <>
            <ul aria-label="Items in your cart" className="*:border-line *:not-first:border-t">
              {cart.lines.map((line, index) => (
                <CartLineRow
                  key={keyOf(line)}
                  line={line}
                  isFresh={hasJustAdded && index === 0}
                  tax={current.tax}
                  onClose={onClose}
                />
              ))}
            </ul>
            <CartDetails cart={cart} settings={current} Express={Express} onClose={onClose} />
          </>
        )}
      </DialogBody>
      {!isEmpty && (
        <DialogFooter>
          <CartDrawerFooter cart={cart} settings={current} onClose={onClose} />
        </DialogFooter>
      )}
    </>
  );
}

/** The panel is mounted by each opening and asks once for today's prices, stock, settings and discounts. */
function useFreshCart(open: boolean) {
  const changes = useUntoldChanges();
  const [told, setTold] = useState(changes);
  // It closes with its messages.
  if (open && told !== changes) setTold(changes);
  useEffect(() => {
    void refreshStoredCart(cartStore);
  }, []);
  return told;
}

/** The changes since the shopper last saw the cart. The region exists before its text does. */
function CartChanges({ changes }: { changes: readonly CartChange[] }) {
  return (
    <div role="status">
      {changes.length > 0 && (
        <div className="flex gap-3 border-b border-line bg-warn-tint px-5 py-3 text-[0.9375rem]">
          <TriangleAlert className="mt-0.5 size-5 flex-none text-warn" />
          <ul className="grid gap-1">
            {changes.map((change) => (
              <li key={`${change.kind} ${change.name}`}>{formatChange(change)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
