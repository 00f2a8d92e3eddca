import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { pricesOf } from "#domain/product/product.ts";
import { useLoaded } from "../../../page/use-loaded.ts";
import { BuyBar, type BuyBarProps } from "./buy-bar.tsx";

// What a product's page fetches at the first sign of a shopper, in one go: the wallets' buttons, too.
export { ProductExpress } from "../../express/express-ways.tsx";

const loadSheet = () => import("../../catalog/options/option-sheet.tsx");

type AskingBuyBarProps = BuyBarProps & {
  /** The page's own buttons; the bar shows only while they are out of view. */
  controls: RefObject<HTMLElement | null>;
  /** The page's own options. */
  choice: RefObject<HTMLElement | null>;
  /** It was pressed before this code was there. */
  wasPressed: boolean;
  /** False when nothing is chosen. */
  onAdd: () => boolean;
  /** The options over the page. */
  children: ReactNode;
};

/** The bar once there is a shopper: one who adds without having seen the options is asked once. */
export function AskingBuyBar({ controls, choice, wasPressed, onAdd, children, ...shown }: AskingBuyBarProps) {
  const { product, selected, named } = shown;
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
  const press = () => (wasSeen.current || !hasOptions ? onAdd() || ask() : ask());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the press before counts once.
  useEffect(() => {
    if (wasPressed) press();
  }, []);
  const sheet = useLoaded(loadSheet, isAsking, () => {
    setAsking(false);
    choice.current?.scrollIntoView({ block: "center" });
  });
  return (
    <>
      {!isInView && <BuyBar {...shown} bar={bar} onAsk={ask} onAdd={press} />}
      {sheet && hasOptions && (
        <sheet.OptionSheet
          {...{ name: product.name, prices: pricesOf(product, selected), named }}
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

/** False until known: on a phone the first view ends above them. The bar does not disappear while it has the focus. */
function useInView(target: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false);
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
