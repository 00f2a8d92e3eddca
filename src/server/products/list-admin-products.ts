import {
  type AdminProduct,
  type AdminProductSearch,
  type ProductCursor,
  tabStatuses,
} from "#domain/product/admin-product-search.ts";
import type { Shop } from "../core/shop.ts";
import { listProductsAfter } from "./list-queries.ts";

export const PRODUCTS_PER_PAGE = 25;

export type AdminProductPage = {
  products: AdminProduct[];
  /** Where the next page starts; null on the last page. */
  next: ProductCursor | null;
};

/** One page of a tab's products that match the search, in the chosen order. */
export async function listAdminProducts(shop: Shop, search: AdminProductSearch): Promise<AdminProductPage> {
  const { tab, ...asked } = search;
  const filter = { statuses: tabStatuses[tab], ...asked };
  const found = await listProductsAfter(shop.db, filter, PRODUCTS_PER_PAGE + 1);
  const shown = found.slice(0, PRODUCTS_PER_PAGE);
  const next = found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { products: shown.map(({ product }) => product), next };
}
