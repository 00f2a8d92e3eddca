import type { MouseEvent } from "react";
import { Link } from "react-router";
import { type ProductSummary, stockLevel } from "#domain/product/product.ts";
import { toast } from "../../ui/toast/toast.ts";
import { cartActions } from "../cart/cart.ts";
import { drawerState } from "../cart/drawer-state.ts";
import { lineOfSummary } from "./cart-line-of.ts";
import { productPath } from "./product-path.ts";

/** The card's button: adds one unit or leads to the options. A sold-out product has none. */
export function CardAction({ product }: { product: ProductSummary }) {
  if (stockLevel(product.quantity) === "sold-out") return null;
  if (product.hasOptions) {
    return (
      <Link
        to={productPath(product)}
        viewTransition
        state={{ choose: true }}
        aria-label={`View Options: ${product.name}`}
        className="card-action button"
        onClick={() =>
          toast("Select options", {
            description: "This product requires selecting options on its detail page",
          })
        }
      >
        View Options
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-label={`Add to Cart: ${product.name}`}
      className="card-action button noscript:hidden"
      onClick={(event) => void addOne(product, event)}
    >
      Add to Cart
    </button>
  );
}

/** The unit is in the cart before the dot flies, so leaving the page loses nothing; the drawer waits for it. */
async function addOne(product: ProductSummary, event: MouseEvent<HTMLButtonElement>): Promise<void> {
  const button = event.currentTarget;
  cartActions.add(lineOfSummary(product), { openDrawer: false });
  const flight = import("./fly-to-cart.ts").then(({ flyToCart }) => flyToCart(button));
  await flight.catch(() => {});
  drawerState.set(true);
}
