import type { Ref } from "react";
import { formatMoney } from "#domain/money/money.ts";
import { effectivePrice, type Product, pricesOf } from "#domain/product/product.ts";
import { Button } from "../../../ui/form/button.tsx";
import { icon } from "../../../ui/icons.tsx";

const ChevronUp = icon("m18 15-6-6-6 6");

export type BuyBarProps = {
  product: Product;
  selected: string | null;
  /** How the chosen variant is shown next to a verb: " · M". */
  named: string;
  quantity: number;
};

type OwnProps = BuyBarProps & { onAsk: () => void; onAdd: () => void; bar?: Ref<HTMLElement> };

/**
 * On a phone the button to buy stays within reach, with the variant next to it. The page keeps as much
 * room at its lower edge (styles/catalog.css), so an element that receives focus scrolls clear of the bar.
 */
export function BuyBar({ product, selected, named, quantity, onAsk, onAdd, bar }: OwnProps) {
  const hasOptions = product.options.length > 0;
  const prices = pricesOf(product, selected);
  return (
    <section
      ref={bar}
      aria-label="Buy"
      className="buy-bar fixed inset-x-0 bottom-0 z-35 flex items-center gap-3 border-t border-line bg-surface px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] md:hidden low:hidden noscript:hidden"
    >
      {hasOptions ? (
        <button
          type="button"
          aria-haspopup="dialog"
          className="flex min-h-11 max-w-[45%] items-center gap-1.5 rounded-full border-[1.5px] border-edge pr-3 pl-4 leading-tight wrap-anywhere"
          onClick={onAsk}
        >
          <span>
            {product.optionName} <b>{named === "" ? "…" : selected}</b>
          </span>
          <span className="sr-only">change</span>
          <ChevronUp className="size-4 flex-none" />
        </button>
      ) : (
        <p className="min-w-0 flex-1 truncate font-semibold">{product.name}</p>
      )}
      <Button className={`min-w-0 px-4 wrap-anywhere ${hasOptions ? "flex-1" : ""}`} onClick={onAdd}>
        <span>{`Add to Cart${named}`}</span>
        {!prices.pricesVary && (
          <>
            <span className="sr-only"> for </span>
            <span className="numerals max-[22rem]:hidden">
              {formatMoney(effectivePrice(prices) * quantity)}
            </span>
          </>
        )}
      </Button>
    </section>
  );
}
