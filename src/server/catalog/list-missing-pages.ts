import { suggestTarget } from "#domain/catalog/suggest-target.ts";
import { productPath, productSlug } from "#domain/product/product-path.ts";
import type { Shop } from "../core/shop.ts";
import { listMissing } from "../settings/redirects/find-redirect.ts";

/** The missing pages of the last week, with a suggestion for each. */
export async function listMissingPages(shop: Shop) {
  const pages = await listMissing(shop);
  if (pages.length === 0) return [];
  const catalog = await shop.memory.catalog.read(shop);
  const known = new Map(
    catalog.in("newest").map(({ product }) => [productSlug(product.name), productPath(product)]),
  );
  return pages.map((page) => ({ ...page, suggested: suggestTarget(page.path, known) }));
}

export type ListedMissingPage = Awaited<ReturnType<typeof listMissingPages>>[number];
