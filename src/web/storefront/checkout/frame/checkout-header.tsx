import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { Button } from "../../../ui/form/button.tsx";
import { drawerState } from "../../cart/drawer-state.ts";
import { Lock } from "../checkout-icons.ts";

/** The checkout leads to the payment or back to the cart, and nowhere else by accident. */
export function CheckoutHeader({ wordmark }: { wordmark: ReactNode }) {
  return (
    <header className="border-b border-line">
      <div className="wrap flex h-17 max-w-[72rem] items-center gap-3 md:h-19">
        {wordmark}
        <p className="flex items-center gap-2 text-[0.9375rem] text-ink-2 max-sm:sr-only">
          <Lock className="size-4 flex-none" />
          Secure checkout
        </p>
        <Button
          id="cart-button"
          look="quiet"
          size="small"
          className="-mr-4 ml-auto min-h-11 flex-none whitespace-nowrap noscript:hidden"
          onClick={() => drawerState.set(true)}
        >
          Back to cart
        </Button>
        <noscript>
          <Link to={href("/shop")} className="text-link">
            Back to the shop
          </Link>
        </noscript>
      </div>
    </header>
  );
}
