import { useLocation } from "react-router";
import { fieldsOf } from "#domain/text/fields-of.ts";
import { openCheckout } from "../storefront/cart/cart-settings.ts";
import { useHydrated } from "../ui/use-hydrated.ts";

/** What a shopper in the middle of a checkout must know when its page breaks; elsewhere nothing. */
export function Charged() {
  const isHydrated = useHydrated();
  const { pathname } = useLocation();
  if (!isHydrated || !pathname.startsWith("/checkout")) return null;
  const { phase } = fieldsOf(openCheckout.load());
  return <p className="max-w-[44ch]">{phase === "open" || phase === undefined ? NOTHING : UNKNOWN}</p>;
}

const NOTHING = "Nothing was charged, and your cart is saved.";
const UNKNOWN = "Your payment may have gone through, so please don't pay again. Select Try again to check.";
