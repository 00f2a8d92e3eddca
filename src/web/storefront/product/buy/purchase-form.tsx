import { useEffect, useRef, useState } from "react";
import { href, useLocation, useNavigate } from "react-router";
import { LINE_QUANTITY_MAX } from "#domain/cart/cart.ts";
import { availableOf, type Product } from "#domain/product/product.ts";
import { useLoaded } from "../../../page/use-loaded.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Stepper } from "../../../ui/form/stepper.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { cartActions } from "../../cart/cart.ts";
import { lineOfProduct } from "../../catalog/cart-line-of.ts";
import { OptionChips } from "./option-chips.tsx";
import { SizeGuideLink } from "./size-guide-link.tsx";
import { StockStatus } from "./stock-status.tsx";

const loadTouched = () => import("./first-touch.tsx");
const loadLinked = () => import("./linked-option.ts");

const CHOOSE = "Please select an option";

/** Option, stock, quantity and the two ways to buy. A sold-out product shows only its stock status. */
export function PurchaseForm({ product, isSoldOut }: { product: Product; isSoldOut: boolean }) {
  const navigate = useNavigate();
  const controls = useRef<HTMLDivElement>(null);
  const touched = useLoaded(loadTouched, false);
  const [preselected] = useState(() => firstAvailable(product));
  const [selected, setSelected] = useState(preselected);
  const [quantity, setQuantity] = useState(1);
  const [isOptionMissing, setOptionMissing] = useState(false);
  const hasOptions = product.options.length > 0;
  // The owner may have renamed or removed the chosen option since the page was opened.
  const isChosen = !hasOptions || product.options.some((option) => option.variation === selected);
  const available = isChosen ? availableOf(product, selected) : product.quantity;
  const most = Math.min(available, LINE_QUANTITY_MAX);
  const wanted = Math.max(1, Math.min(quantity, most));

  // The page is the same for everybody, so only the browser sees which option a link asks for.
  const { search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link asks once, whatever sells out later.
  useEffect(() => {
    if (!search) return;
    loadLinked().then(({ linkedOption }) => {
      // Meanwhile the shopper may have chosen another.
      setSelected((now) => (now === preselected ? linkedOption(product.options, search, now) : now));
    });
  }, [search]);

  function select(variation: string) {
    setSelected(variation);
    setOptionMissing(false);
    setQuantity((before) => Math.max(1, Math.min(before, availableOf(product, variation))));
  }

  function refuse(description: string) {
    setOptionMissing(true);
    toast.error(CHOOSE, { description });
  }

  function addToCart() {
    if (!isChosen) return refuse("You must select a size/option before adding to cart");
    cartActions.add(lineOfProduct(product, selected, wanted));
  }

  function buyNow() {
    if (!isChosen) return refuse("You must select a size/option before proceeding");
    cartActions.add(lineOfProduct(product, selected, wanted), { openDrawer: false });
    void navigate(href("/checkout"));
  }

  return (
    <div className="mt-7 grid gap-6">
      {hasOptions && (
        <div className="relative">
          <OptionChips
            legend={product.optionName}
            options={product.options}
            selected={selected}
            error={isOptionMissing ? CHOOSE : null}
            onSelect={select}
          />
          <SizeGuideLink category={product.category} />
        </div>
      )}
      <StockStatus available={available} />
      {!isSoldOut && (
        <div
          ref={controls}
          // What only a script answers is not shown where none runs.
          className="purchase-controls grid grid-cols-[auto_minmax(0,1fr)] gap-3 noscript:[&>:not(noscript)]:hidden"
        >
          <Stepper
            label="Quantity"
            size="large"
            value={wanted}
            max={most}
            onChange={(value) => setQuantity(Math.max(1, Math.min(value, most)))}
          />
          <Button size="large" onClick={addToCart}>
            Add to Cart
          </Button>
          <Button size="large" look="secondary" className="col-span-full" onClick={buyNow}>
            Buy Now
          </Button>
          <noscript className="col-span-full">
            <p className="text-ink-2">The cart needs JavaScript. Please turn it on to buy.</p>
          </noscript>
        </div>
      )}
      {!isSoldOut && (
        // As high as what comes into it.
        <div className="min-h-20">
          {touched && (
            <touched.FirstTouch
              {...{ product, selected, controls, isChosen }}
              quantity={wanted}
              onAdd={addToCart}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The first option that can be bought, or simply the first when all are sold out. */
export function firstAvailable(product: Pick<Product, "options">): string | null {
  const first = product.options.find((option) => option.available > 0) ?? product.options[0];
  return first?.variation ?? null;
}
