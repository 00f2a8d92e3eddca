import type { Catalog } from "./catalog.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import { byAge } from "./entry-order.ts";

/**
 * 'You may also like': what can be bought and comes after the product in its category, from new to old; after the oldest
 * come the newest. So each product is on a few pages, and not the newest on all.
 */
export function relatedTo(entry: CatalogEntry, catalog: Catalog, limit: number): CatalogEntry[] {
  const others = catalog.in("newest").filter(({ id, isInStock, product: { category } }) => {
    return isInStock && category.id === entry.product.category.id && id !== entry.id;
  });
  const nextOlder = others.findIndex((other) => byAge(entry, other) < 0);
  const place = nextOlder === -1 ? others.length : nextOlder;
  return [...others.slice(place), ...others.slice(0, place)].slice(0, limit);
}
