import { productPath } from "#domain/product/product-path.ts";
import type { Shop } from "../core/shop.ts";
import { findRedirect } from "../settings/redirects/find-redirect.ts";
import { findActiveProduct } from "./load-product-page.ts";

/**
 * Where the page of this path has moved within the shop; null: nowhere. An import knows products only by id; search
 * engines should get the full address.
 */
export async function findMovedPage(shop: Shop, pathname: string): Promise<string | null> {
  const target = await findRedirect(shop, pathname);
  const [, id] = /^\/product\/([^/?#]+)$/.exec(target ?? "") ?? [];
  const product = id === undefined ? null : await findActiveProduct(shop, id);
  return product ? productPath(product) : target;
}
