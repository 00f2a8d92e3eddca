import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Product } from "#domain/product/product.ts";
import { sizesIn } from "./kept-sizes.ts";

const loadPreselected = () => import("./preselected-option.ts");

export type ChosenOption = {
  /** null where nothing is chosen, or there is nothing to choose. */
  selected: string | null;
  select: (variation: string) => void;
  /** Call it when the item is added to the cart: next time it comes first. */
  remember: () => void;
};

/** The chosen option of a product: the first available one, a link's, this shopper's, or the tapped one. */
export function useOption(product: Product): ChosenOption {
  const [first] = useState(() => firstAvailable(product));
  const [selected, setSelected] = useState(first);
  const isShoppersOwn = useRef(false);
  const { search } = useLocation();

  // The page is the same for everyone, so only the browser knows the option in a link, and the shopper.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link asks once, whatever sells out or is looked at later.
  useEffect(() => {
    if (first === null || !(search || sizesIn().load() !== null)) return;
    loadPreselected().then(
      ({ preselectedOption }) => {
        if (!isShoppersOwn.current) setSelected(preselectedOption(product, search, first));
      },
      () => {},
    );
  }, []);

  function remember(size: string | null) {
    if (size === null) return;
    loadPreselected().then(
      ({ rememberSize }) => rememberSize(product, size),
      () => {},
    );
  }

  return {
    selected,
    select(variation) {
      isShoppersOwn.current = true;
      setSelected(variation);
      remember(variation);
    },
    remember: () => remember(selected),
  };
}

/** The first option that can be bought, or simply the first when all are sold out. */
export function firstAvailable(product: Pick<Product, "options">): string | null {
  const first = product.options.find((option) => option.available > 0) ?? product.options[0];
  return first?.variation ?? null;
}
