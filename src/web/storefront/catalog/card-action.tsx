import { type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { type ProductSummary, stockLevel } from "#domain/product/product.ts";
import { cartActions } from "../cart/cart.ts";
import { drawerState } from "../cart/drawer-state.ts";
import { lineOfSummary } from "./cart-line-of.ts";

/** The card's button: adds one unit or asks which option. A sold-out product has none. */
export function CardAction({ product }: { product: ProductSummary }) {
  if (stockLevel(product.quantity) === "sold-out") return null;
  if (product.hasOptions) return <ChooseOption product={product} />;
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

const loadOptions = () => import("./options/quick-options.tsx");

/** The options open over the list. Where they can't be had, and without scripts, this is a link to the product's page. */
function ChooseOption({ product }: { product: ProductSummary }) {
  const [options, setOptions] = useState<Awaited<ReturnType<typeof loadOptions>>>();
  const [open, setOpen] = useState(false);
  const { path } = product;
  return (
    <>
      <Link
        to={path}
        aria-haspopup="dialog"
        aria-label={`View Options: ${product.name}`}
        className="card-action button"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(true);
          loadOptions().then(setOptions, () => location.assign(path));
        }}
      >
        View Options
      </Link>
      {options && <options.QuickOptions product={product} open={open} onClose={() => setOpen(false)} />}
    </>
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
