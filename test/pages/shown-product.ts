// A product as its page shows it, for tests of one detail.
import type { ProductInColors } from "#domain/product/product.ts";
import { loadProductPage } from "#server/catalog/load-product-page.ts";
import type { Shop } from "#server/core/shop.ts";

export async function findProduct(shop: Shop, { id }: { id: string }): Promise<ProductInColors | null> {
  const page = await loadProductPage(shop, { id, relatedMax: 0, after: null });
  return page?.product ?? null;
}
