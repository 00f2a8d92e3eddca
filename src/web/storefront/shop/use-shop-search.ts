import { useNavigate, useNavigation } from "react-router";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { changedSearch, type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";

/** What the shopper asked for last: the list on its way, or else the one that is shown. */
export function useWantedSearch(shown: ShopSearch): ShopSearch {
  const { location } = useNavigation();
  return location?.pathname === "/shop" ? parseShopSearch(new URLSearchParams(location.search)) : shown;
}

/** Returns a function that goes to the same list with something changed, from its first page. */
export function useChangeSearch(search: ShopSearch): (change: Partial<ShopSearch>) => void {
  const navigate = useNavigate();
  return (change) => {
    void navigate(`/shop${shopQuery(changedSearch(search, change))}`, { preventScrollReset: true });
  };
}
