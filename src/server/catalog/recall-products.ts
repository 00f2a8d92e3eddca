// What the shop page shows while the database can't be read: the last list that this process read for the same
// search, otherwise the newest products that it knows, filtered here. A recalled list sells nothing: only the
// database prices a checkout and holds its stock.

import { type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { effectivePrice, isOnSale, type ProductSummary } from "#domain/product/product.ts";
import { errorText } from "../log.ts";
import type { Shop } from "../shop.ts";
import { listProducts, type ProductList } from "./list-products.ts";

/** list null: the database can't be read, and this process has never read it. */
export type RecalledList =
  | { isFresh: true; list: ProductList }
  | { isFresh: false; list: ProductList | null };

const LISTS_MAX = 40;

/** The whole shop, newest first: the list that others are made from. */
const WHOLE_SHOP = shopQuery({});

/** The list of a search, fresh from the database or, when that fails, as it was last known. Never throws. */
export async function recallProducts(shop: Shop, search: ShopSearch): Promise<RecalledList> {
  const memory = shop.memory.lists;
  const key = shopQuery(search);
  try {
    const list = await listProducts(shop, search);
    remember(memory, key, list);
    return { isFresh: true, list };
  } catch (error) {
    shop.log.error("catalog.unreadable", { error: errorText(error) });
    return { isFresh: false, list: memory.get(key) ?? filtered(memory.get(WHOLE_SHOP), search) };
  }
}

/** The oldest other lists are forgotten; the whole shop never is. */
function remember(memory: Map<string, ProductList>, key: string, list: ProductList): void {
  memory.delete(key);
  memory.set(key, list);
  for (const old of memory.keys()) {
    if (memory.size <= LISTS_MAX) return;
    if (old !== WHOLE_SHOP) memory.delete(old);
  }
}

function filtered(
  whole: ProductList | undefined,
  { category, sale, inStock, sort }: ShopSearch,
): ProductList | null {
  if (!whole) return null;
  const products = whole.products
    .filter((product) => category === "ALL" || product.category === category)
    .filter((product) => !sale || isOnSale(product))
    .filter((product) => !inStock || product.quantity > 0);
  if (sort === "price-low" || sort === "price-high") products.sort(byPrice(sort === "price-low" ? 1 : -1));
  return { products, hasMore: false, count: products.length, correction: null, facets: whole.facets };
}

function byPrice(direction: 1 | -1) {
  return (a: ProductSummary, b: ProductSummary) => direction * (effectivePrice(a) - effectivePrice(b));
}
