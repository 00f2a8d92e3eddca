import { SHOP_PAGE_SIZE, SHOP_PAGES_MAX, type ShopSearch } from "#domain/catalog/shop-search.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import type { Shop } from "../shop.ts";
import { listMatching } from "./list-queries.ts";
import { searchWords } from "./search-words.ts";

export type ProductList = {
  products: ProductSummary[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** All matches; SHOP_PAGES_MAX * SHOP_PAGE_SIZE + 1 stands for that many or more. */
  count: number;
};

/**
 * The first `search.pages` pages of the active products that match. A search by words that finds nothing is repeated
 * with tolerance for misspellings; a search for punctuation alone finds nothing. One statement, or two when the
 * tolerant one is needed.
 */
export async function listProducts(shop: Shop, search: ShopSearch): Promise<ProductList> {
  const words = searchWords(search.query);
  if (words.length === 0 && search.query.trim() !== "") return { products: [], hasMore: false, count: 0 };
  const shown = Math.min(search.pages, SHOP_PAGES_MAX) * SHOP_PAGE_SIZE;
  const filter = { category: search.category, sale: search.sale, size: storable(search.size), words };
  const exact = await listMatching(shop.db, { ...filter, tolerant: false }, search.sort, shown);
  const found =
    exact.count === 0 && words.length > 0
      ? await listMatching(shop.db, { ...filter, tolerant: true }, search.sort, shown)
      : exact;
  return { ...found, hasMore: search.pages < SHOP_PAGES_MAX && found.count > found.products.length };
}

/** The database refuses text with the character U+0000, so a size with one is a size that no product has. */
function storable(size: string): string {
  return size.replaceAll("\u0000", "\ufffd");
}
