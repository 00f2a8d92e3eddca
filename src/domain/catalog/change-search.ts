// What only the list itself asks of its search; other pages just link to lists (shop-search.ts).

import { defaultSort, type ShopSearch, sortsFor } from "./shop-search.ts";

/** The same list with something changed, from its first page. A default sort order is not kept for other search words. */
export function changedSearch(search: ShopSearch, change: Partial<ShopSearch>): ShopSearch {
  const changed = { ...search, pages: 1, ...change };
  const isChosen = change.sort !== undefined || search.sort !== defaultSort(search.query);
  const isOffered = sortsFor(changed.query).includes(changed.sort);
  return isChosen && isOffered ? changed : { ...changed, sort: defaultSort(changed.query) };
}

/** How many values narrow the list besides its words: each type, color, size, price, trait, and "in stock only". */
export function filterCount({ inStock, under, over, ...search }: ShopSearch): number {
  const several = [search.types, search.colors, search.sizes, search.prices, search.traits];
  const single = [inStock, under !== null, over !== null];
  return several.reduce((sum, { length }) => sum + length, 0) + single.filter(Boolean).length;
}
