import { itemCount } from "#domain/cart/cart.ts";
import { useCart } from "../storefront/cart/cart.ts";
import { drawerState } from "../storefront/cart/drawer-state.ts";
import { ShoppingBag } from "../ui/icons.tsx";

/** Opens the drawer; the badge counts items and shows only above 0. */
export function CartButton() {
  const count = itemCount(useCart());
  const words = count === 1 ? "1 item" : `${count} items`;
  return (
    <button
      type="button"
      id="cart-button"
      className="icon-button noscript:hidden"
      aria-haspopup="dialog"
      aria-label={count > 0 ? `Open cart, ${words}` : "Open cart"}
      onClick={() => drawerState.set(true)}
    >
      <ShoppingBag className="size-[1.375rem]" strokeWidth={1.75} />
      {count > 0 && (
        <span
          aria-hidden="true"
          data-testid="cart-count"
          className="cart-count absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-flag px-1 text-[0.75rem] font-bold text-white numerals forced-colors:border"
        >
          {count > 99 ? "99+" : count}
        </span>
      )}
    </button>
  );
}
