import { useEffect, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";
import { changedSearch } from "#domain/catalog/change-search.ts";
import { type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { useLoaded } from "../../page/use-loaded.ts";

/** Reads addresses of lists with all their words for colors and sizes, of which a list needs none until it is changed. */
const loadReader = () => import("#domain/catalog/parse-shop-search.ts");

type ShopSearchState = {
  /** What the shopper asked for last: the list on its way, or else the one that is shown. */
  wanted: ShopSearch;
  /** Goes to the same list with something changed, from its first page. */
  change: (change: Partial<ShopSearch>, options?: { replace: boolean }) => void;
};

export function useShopSearch(shown: ShopSearch): ShopSearchState {
  const { location, state } = useNavigation();
  const navigate = useNavigate();
  const isOnItsWay = location?.pathname === "/shop";
  const reader = useLoaded(loadReader, isOnItsWay);
  const wanted = reader && isOnItsWay ? reader.parseShopSearch(new URLSearchParams(location.search)) : shown;
  // A second choice may come before the reader of the first one is there.
  const asked = useRef<ShopSearch | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every list that arrives, and every way there that ends.
  useEffect(() => {
    asked.current = null;
  }, [shown, state]);
  return {
    wanted,
    change(change, options) {
      const next = changedSearch(asked.current ?? wanted, change);
      asked.current = next;
      const go = (query: string) => void navigate(`/shop${query}`, { preventScrollReset: true, ...options });
      // What was chosen last stands last; the one address of the list has its values in order.
      const inOrder = ({ parseShopSearch }: Awaited<ReturnType<typeof loadReader>>) =>
        shopQuery(parseShopSearch(new URLSearchParams(shopQuery(next))));
      if (reader) return go(inOrder(reader));
      // The server reads a list's values in any order.
      loadReader()
        .then(inOrder, () => shopQuery(next))
        .then(go);
    },
  };
}
