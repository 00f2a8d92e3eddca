import { listCatalog, type ProductList } from "#domain/catalog/list-catalog.ts";
import type { ShopSearch } from "#domain/catalog/shop-search.ts";
import { errorText } from "../core/log.ts";
import type { Shop } from "../core/shop.ts";

/** The first `search.pages` pages of matching products, and how many each filter would leave. */
export async function listProducts(shop: Shop, search: ShopSearch): Promise<ProductList> {
  return listCatalog(await shop.memory.catalog.read(shop), search);
}

/** list null: the database can't be read, and this process has never read it. */
export type RecalledList =
  | { isFresh: true; list: ProductList }
  | { isFresh: false; list: ProductList | null };

/**
 * Like listProducts or, while the database can't be read, from this process's last copy. Never throws. A recalled list
 * sells nothing: only the database prices a checkout and holds its stock.
 */
export async function recallProducts(shop: Shop, search: ShopSearch): Promise<RecalledList> {
  try {
    return { isFresh: true, list: await listProducts(shop, search) };
  } catch (error) {
    shop.log.error("catalog.unreadable", { error: errorText(error) });
    const last = shop.memory.catalog.last();
    return { isFresh: false, list: last && listCatalog(last, search) };
  }
}
