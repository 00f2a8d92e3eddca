import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import { href, useLocation, useNavigate, useNavigationType } from "react-router";
import { type CartLine, LINE_QUANTITY_MAX } from "#domain/cart/cart.ts";
import { availableOf, type ProductInColors } from "#domain/product/product.ts";
import { useLoaded } from "../../../page/use-loaded.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Stepper } from "../../../ui/form/stepper.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { cartActions } from "../../cart/cart.ts";
import { lineOfProduct } from "../../catalog/cart-line-of.ts";
import { OptionChips } from "../../catalog/options/option-chips.tsx";
import { EarlyBuyBar } from "./early-buy-bar.tsx";
import { SizeGuideLink } from "./size-guide-link.tsx";
import { StockStatus } from "./stock-status.tsx";
import type { ChosenOption } from "./use-option.ts";

const loadTouched = () => import("./asking-buy-bar.tsx");

const CHOOSE = "Please select an option";

type PurchaseFormProps = { product: ProductInColors; option: ChosenOption; isSoldOut: boolean };

/** Option, stock, quantity and the two ways to buy. A sold-out product shows only its stock status. */
export function PurchaseForm({ product, option, isSoldOut }: PurchaseFormProps) {
  const navigate = useNavigate();
  const choice = useRef<HTMLDivElement>(null);
  const controls = useRef<HTMLDivElement>(null);
  const [wasPressed, setPressed] = useState(false);
  const touched = useLoaded(loadTouched, wasPressed);
  const { isChosen, available, wanted, setQuantity, isOptionMissing, choose, take } = useWanted(
    product,
    option,
  );
  const { selected } = option;
  const hasOptions = product.options.length > 0;
  useChoiceInView(choice);

  const addToCart = () => take("adding to cart", (line) => cartActions.add(line));
  const buyNow = () =>
    take("proceeding", (line) => cartActions.buy(line)) && void navigate(href("/checkout"));

  // On the page, and over it where a phone's bar asks.
  const chips = (
    <Choice
      product={product}
      selected={selected}
      error={isOptionMissing ? CHOOSE : undefined}
      onSelect={choose}
    />
  );
  const status = <StockStatus available={available} />;
  // The verb names the variant, wherever the button is.
  const named = hasOptions && isChosen ? ` · ${selected}` : "";

  return (
    <div className="mt-7 grid gap-6">
      {hasOptions && (
        <div ref={choice} className="relative scroll-mb-[45vh]">
          {chips}
        </div>
      )}
      {status}
      {!isSoldOut && (
        <Controls
          {...{ controls, wanted, named }}
          most={Math.min(available, LINE_QUANTITY_MAX)}
          onQuantity={setQuantity}
          onAdd={addToCart}
          onBuy={buyNow}
        />
      )}
      {!isSoldOut && (
        // As high as its content.
        <div className="min-h-20">
          {touched && isChosen && (
            <touched.ProductExpress product={product} selected={selected} quantity={wanted} />
          )}
        </div>
      )}
      {!isSoldOut &&
        (touched ? (
          <touched.AskingBuyBar
            {...{ product, selected, named, controls, choice, wasPressed }}
            quantity={wanted}
            onAdd={addToCart}
          >
            <div className="relative">{chips}</div>
            {status}
          </touched.AskingBuyBar>
        ) : (
          <EarlyBuyBar product={product} onPress={() => setPressed(true)} />
        ))}
    </div>
  );
}

type ChoiceProps = Pick<ComponentProps<typeof OptionChips>, "selected" | "error" | "onSelect"> & {
  product: ProductInColors;
};

/** The options, of which a sold-out one leads to its back-in-stock request, and the size guide. */
function Choice({ product, ...chips }: ChoiceProps) {
  const navigate = useNavigate();
  return (
    <>
      <OptionChips
        legend={product.optionName}
        options={product.options}
        pricesVary={product.pricesVary}
        {...chips}
        onSoldOut={(option) =>
          navigate({ search: `?${new URLSearchParams({ option })}`, hash: "restock" }, { replace: true })
        }
      />
      {product.sizeChart !== null && <SizeGuideLink chartId={product.sizeChart} />}
    </>
  );
}

/** The chosen option, how many of it, and the line for the cart. */
function useWanted(product: ProductInColors, option: ChosenOption) {
  const { selected, select, remember } = option;
  const [quantity, setQuantity] = useState(1);
  const [isOptionMissing, setOptionMissing] = useState(false);
  // The owner may have renamed or removed the chosen option since the page was opened.
  const isChosen =
    product.options.length === 0 || product.options.some(({ variation }) => variation === selected);
  const available = isChosen ? availableOf(product, selected) : product.quantity;
  const wanted = Math.max(1, Math.min(quantity, available, LINE_QUANTITY_MAX));

  function choose(variation: string) {
    select(variation);
    setOptionMissing(false);
    setQuantity((before) => Math.max(1, Math.min(before, availableOf(product, variation))));
  }

  /** True when an option is chosen. Without one it shows a message, and `purpose` says what for. */
  function take(purpose: string, put: (line: CartLine) => void): boolean {
    if (!isChosen) {
      setOptionMissing(true);
      toast.error(CHOOSE, { description: `You must select a size/option before ${purpose}` });
      return false;
    }
    remember();
    put(lineOfProduct(product, selected, wanted));
    return true;
  }

  return { isChosen, available, wanted, setQuantity, isOptionMissing, choose, take };
}

type ControlsProps = {
  controls: RefObject<HTMLDivElement | null>;
  wanted: number;
  most: number;
  named: string;
  onQuantity: (quantity: number) => void;
  onAdd: () => void;
  onBuy: () => void;
};

function Controls({ controls, wanted, most, named, onQuantity, onAdd, onBuy }: ControlsProps) {
  return (
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
        onChange={(value) => onQuantity(Math.max(1, Math.min(value, most)))}
      />
      <Button size="large" className="wrap-anywhere" onClick={onAdd}>
        {`Add to Cart${named}`}
      </Button>
      <Button size="large" look="secondary" className="col-span-full wrap-anywhere" onClick={onBuy}>
        {`Buy Now${named}`}
      </Button>
      <noscript className="col-span-full">
        {import.meta.env.SSR && (
          <p className="text-ink-2">The cart needs JavaScript. Please turn it on to buy.</p>
        )}
      </noscript>
    </div>
  );
}

/** Shoppers who come from a card's "View Options" see them right away. */
function useChoiceInView(choice: RefObject<HTMLElement | null>): void {
  const { state } = useLocation();
  const isArriving = useNavigationType() !== "POP" && state?.choose === true;
  useEffect(() => {
    if (isArriving) choice.current?.scrollIntoView({ block: "nearest" });
  }, [isArriving, choice]);
}
