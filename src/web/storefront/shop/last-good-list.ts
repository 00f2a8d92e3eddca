// The last complete list that this tab has seen. When a later one can't be loaded, the shopper keeps it.

import type { Facets } from "#domain/catalog/filters/facets.ts";
import type { ShopSearch } from "#domain/catalog/shop-search.ts";
import type { Category } from "#domain/category/category.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import type { BestSellers } from "#server/catalog/list-best-sellers.ts";

export type ShownCategory = Pick<Category, "slug" | "name" | "text" | "picture">;

export type ProductList = {
  category: ShownCategory | null;
  search: ShopSearch;
  products: ProductSummary[];
  hasMore: boolean;
  count: number;
  /** Shown when there are no results. */
  instead?: BestSellers | undefined;
  correction: string | null;
  letGo: string | null;
  /** The page that answers the query; null if it is about products. */
  help: { to: string; label: string } | null;
  facets: Facets;
};

let lastGood: ProductList | null = null;

export function rememberList(list: ProductList): void {
  lastGood = list;
}

export function lastGoodList(): ProductList | null {
  return lastGood;
}
