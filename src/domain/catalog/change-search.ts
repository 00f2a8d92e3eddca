// What only the list itself asks of its search; other pages just link to lists (shop-search.ts).

import { defaultSort, type ShopSearch, sortsFor } from "./shop-search.ts";

/** The same list with something changed, from its first page. An order that nobody chose is not kept for other words. */
export function changedSearch(search: ShopSearch, change: Partial<ShopSearch>): ShopSearch {
  const changed = { ...search, pages: 1, ...change };
  const isChosen = change.sort !== undefined || search.sort !== defaultSort(search.query);
  const isOffered = sortsFor(changed.query).includes(changed.sort);
  return isChosen && isOffered ? changed : { ...changed, sort: defaultSort(changed.query) };
}

/** How many values narrow the list beside its words: each type, color, size, price, and "in stock only". */
export function filterCount({ types, colors, sizes, prices, inStock }: ShopSearch): number {
  return types.length + colors.length + sizes.length + prices.length + (inStock ? 1 : 0);
}
