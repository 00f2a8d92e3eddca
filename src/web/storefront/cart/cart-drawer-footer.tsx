import type { ComponentType } from "react";
import { href } from "react-router";
import type { Cart } from "#domain/cart/cart.ts";
import { formatReturnWindow } from "#domain/settings/return-window.ts";
import { useRootData } from "../../page/root-data.ts";
import { ArrivesNow } from "../../ui/arrives.tsx";
import { Button, LinkButton } from "../../ui/form/button.tsx";
import { toastStore } from "../../ui/toast/toast.ts";
import type { CartSettings } from "./cart-settings.ts";
import { CartSummary, CartTotal } from "./cart-summary.tsx";
import { drawerActions } from "./drawer-actions.ts";

/** Another way to buy the whole cart. `instead`: what the page offers below it. */
export type CartWay = ComponentType<{ cart: Cart; settings: CartSettings; instead?: string }>;

type CartProps = { cart: Cart; settings: CartSettings; onClose: () => void };

/** What follows the last line and scrolls with it: the lines are what a shopper opens the cart for. */
export function CartDetails({ cart, settings, Express, onClose }: CartProps & { Express: CartWay }) {
  const { profile } = useRootData();
  return (
    <div className="grid gap-3 border-t border-line px-5 py-4">
      <CartSummary cart={cart} settings={settings} />
      <ArrivesNow rules={{ timeZone: profile.timeZone, ...settings.shipping }} className="font-medium" />
      <p className="-mt-2 text-[0.9375rem] text-ink-2 empty:hidden">
        {formatReturnWindow(settings.shipping.returnDays)}
      </p>
      <Express cart={cart} settings={settings} />
      <div className="flex items-center justify-between">
        <Button look="quiet" size="small" className="-ml-4 min-h-11" onClick={onClose}>
          Continue Shopping
        </Button>
        <Button look="quiet" size="small" className="-mr-4 min-h-11 text-ink-2" onClick={drawerActions.clear}>
          Clear cart
        </Button>
      </div>
    </div>
  );
}

/** What stays in view: the total and the way to pay it. */
export function CartDrawerFooter({ cart, settings, onClose }: CartProps) {
  // A message about the cart would lie over the first fields of the checkout on a phone.
  const proceed = () => {
    toastStore.pass();
    onClose();
  };
  return (
    <div className="grid gap-2 px-5 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <CartTotal cart={cart} settings={settings} />
      <LinkButton to={href("/checkout")} replace size="large" onClick={proceed}>
        Proceed to Checkout
      </LinkButton>
    </div>
  );
}
