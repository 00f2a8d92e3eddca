import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import { effectivePrice, type Product, pricesOf } from "#domain/product/product.ts";
import { useLoaded } from "../../../page/use-loaded.ts";
import { Button } from "../../../ui/form/button.tsx";
import { icon } from "../../../ui/icons.tsx";

const loadSheet = () => import("./option-sheet.tsx");
const ChevronUp = icon("m18 15-6-6-6 6");

type BuyBarProps = {
  product: Product;
  selected: string | null;
  /** How the chosen option stands beside a verb: " · M". */
  named: string;
  quantity: number;
  /** The page's own buttons; the bar shows only while they are out of view. */
  controls: RefObject<HTMLElement | null>;
  /** The page's own options. */
  choice: RefObject<HTMLElement | null>;
  /** False when nothing is chosen. */
  onAdd: () => boolean;
  /** The options over the page. */
  children: ReactNode;
};

/**
 * On a phone the button to buy stays within reach, with the option beside it. Whoever adds without having seen the
 * options is asked once. The page keeps as much room at its lower edge (styles/catalog.css), so an element that receives
 * focus scrolls clear of the bar.
 */
export function BuyBar({
  product,
  selected,
  named,
  quantity,
  controls,
  choice,
  onAdd,
  children,
}: BuyBarProps) {
  const bar = useRef<HTMLElement>(null);
  const isInView = useInView(controls, bar);
  const wasSeen = useSeen(choice);
  const [isAsking, setAsking] = useState(false);
  const hasOptions = product.options.length > 0;
  const { key } = useLocation();
  // A size that is sold out leads to the form below: the options over the page make way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: by any way that leads on.
  useEffect(() => setAsking(false), [key]);
  const ask = () => {
    wasSeen.current = true;
    setAsking(true);
  };
  const sheet = useLoaded(loadSheet, isAsking, () => {
    setAsking(false);
    choice.current?.scrollIntoView({ block: "center" });
  });
  const price = (
    <span className="numerals max-[22rem]:hidden">
      {formatMoney(effectivePrice(pricesOf(product, selected)) * quantity)}
    </span>
  );
  return (
    <>
      {!isInView && (
        <section
          ref={bar}
          aria-label="Buy"
          className="buy-bar fixed inset-x-0 bottom-0 z-35 flex items-center gap-3 border-t border-line bg-surface px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] md:hidden low:hidden"
        >
          {hasOptions ? (
            <button
              type="button"
              aria-haspopup="dialog"
              className="flex min-h-11 max-w-[45%] items-center gap-1.5 rounded-full border-[1.5px] border-edge pr-3 pl-4 leading-tight wrap-anywhere"
              onClick={ask}
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
          <Button
            className={`min-w-0 px-4 wrap-anywhere ${hasOptions ? "flex-1" : ""}`}
            onClick={() => (wasSeen.current || !hasOptions ? onAdd() || ask() : ask())}
          >
            <span>Add to Cart{named}</span>
            <span className="sr-only"> for </span>
            {price}
          </Button>
        </section>
      )}
      {sheet && hasOptions && (
        <sheet.OptionSheet
          {...{ product, selected, named }}
          open={isAsking}
          onClose={() => setAsking(false)}
          onAdd={() => {
            if (onAdd()) setAsking(false);
          }}
        >
          {children}
        </sheet.OptionSheet>
      )}
    </>
  );
}

/** True until known, so that nothing flashes up. The bar does not disappear while it has the focus. */
function useInView(target: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(true);
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver((entries) => {
      const isVisible = entries.at(-1)?.isIntersecting ?? true;
      if (isVisible && bar.current?.contains(document.activeElement)) return;
      setInView(isVisible);
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, bar]);
  return isInView;
}

/** Becomes true when the options have been well within the window. */
function useSeen(choice: RefObject<HTMLElement | null>): RefObject<boolean> {
  const wasSeen = useRef(false);
  useEffect(() => {
    if (!choice.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) wasSeen.current = true;
      },
      { rootMargin: "-12% 0px -20%" },
    );
    observer.observe(choice.current);
    return () => observer.disconnect();
  }, [choice]);
  return wasSeen;
}
