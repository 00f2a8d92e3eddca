import { type RefObject, useEffect, useRef, useState } from "react";
import { formatMoney } from "#domain/money/money.ts";
import { effectivePrice, type Product } from "#domain/product/product.ts";
import { Button } from "../../../ui/form/button.tsx";

type BuyBarProps = {
  product: Product;
  selected: string | null;
  /** The page's own buttons; the bar shows only while they are out of view. */
  controls: RefObject<HTMLElement | null>;
  onAdd: () => void;
};

/**
 * On a phone the button to buy stays within reach. The page keeps as much room at its lower edge
 * (styles/catalog.css), so an element that receives focus scrolls clear of the bar.
 */
export function BuyBar({ product, selected, controls, onAdd }: BuyBarProps) {
  const bar = useRef<HTMLElement>(null);
  const isInView = useInView(controls, bar);
  if (isInView) return null;
  return (
    <section
      ref={bar}
      aria-label="Buy"
      className="buy-bar fixed inset-x-0 bottom-0 z-35 flex items-center gap-3 border-t border-line bg-surface px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] md:hidden low:hidden"
    >
      <p className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-semibold">{product.name}</span>
        {selected !== null && <span className="text-sm text-ink-2">{selected}</span>}
      </p>
      <Button onClick={onAdd}>
        Add for {formatMoney(effectivePrice(product))}
        <span className="sr-only"> to the cart</span>
      </Button>
    </section>
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
