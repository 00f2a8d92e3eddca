import { useNavigate, useNavigation } from "react-router";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { changedSearch, type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";

/** What the shopper asked for last: the list on its way, or else the one that is shown. */
export function useWantedSearch(shown: ShopSearch): ShopSearch {
  const { location } = useNavigation();
  return location?.pathname === "/shop" ? parseShopSearch(new URLSearchParams(location.search)) : shown;
}

/** Returns a function that goes to the same list with something changed, from its first page. */
export function useChangeSearch(
  search: ShopSearch,
): (change: Partial<ShopSearch>, options?: { replace: boolean }) => void {
  const navigate = useNavigate();
  return (change, options) => {
    // What was chosen last stands last; the one address of the list has its values in order.
    const asked = new URLSearchParams(shopQuery(changedSearch(search, change)));
    void navigate(`/shop${shopQuery(parseShopSearch(asked))}`, { preventScrollReset: true, ...options });
  };
}
