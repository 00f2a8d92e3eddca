import type { ShopSearch } from "#domain/catalog/shop-search.ts";
import type { Category } from "#domain/product/product.ts";

/** The boxes ticked in the filter sheet → the one category of the URL. Both or none mean all. */
export function categoryOfTicks(ticked: readonly Category[]): ShopSearch["category"] {
  const [only, another] = ticked;
  return only && !another ? only : "ALL";
}
