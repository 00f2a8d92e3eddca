import { useRef } from "react";
import { useNavigate, useNavigation } from "react-router";
import { changedSearch } from "#domain/catalog/change-search.ts";
import { type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { useLoaded } from "../../page/use-loaded.ts";

/** Reads addresses of lists with all their words for colors and sizes, of which a list needs none until it is changed. */
const loadReader = () => import("#domain/catalog/parse-shop-search.ts");
type Reader = Awaited<ReturnType<typeof loadReader>>;

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
  const loaded = useRef<Reader | null>(null);
  const reader = useLoaded(loadReader, isOnItsWay) ?? loaded.current;
  const wanted = reader && isOnItsWay ? reader.parseShopSearch(new URLSearchParams(location.search)) : shown;
  // A second choice may come before the first one is on its way.
  const asked = useRef<{ next: ShopSearch; shown: ShopSearch; state: typeof state } | null>(null);
  return {
    wanted,
    change(change, options) {
      const last = asked.current;
      const isWaiting = last !== null && last.shown === shown && last.state === state;
      const next = changedSearch(isWaiting ? last.next : wanted, change);
      asked.current = { next, shown, state };
      const go = (query: string) => void navigate(`/shop${query}`, { preventScrollReset: true, ...options });
      // What was chosen last stands last; the one address of the list has its values in order.
      const inOrder = (reader: Reader) => {
        loaded.current = reader;
        return shopQuery(reader.parseShopSearch(new URLSearchParams(shopQuery(next))));
      };
      if (reader) return go(inOrder(reader));
      // The server reads a list's values in any order. A later choice may have its reader first, and holds this one.
      loadReader()
        .then(inOrder, () => shopQuery(next))
        .then((query) => asked.current?.next === next && go(query));
    },
  };
}
