import { pagePath } from "#domain/brand/own-page.ts";
import type { Catalog } from "#domain/catalog/catalog.ts";
import { shopQuery } from "#domain/catalog/shop-search.ts";
import { suggestTarget } from "#domain/catalog/suggest-target.ts";
import { shownCategories } from "#domain/category/category.ts";
import { collectionPath } from "#domain/collection/collection.ts";
import { productPath, productSlug } from "#domain/product/product-path.ts";
import { slugOf } from "#domain/redirects/slug.ts";
import type { Shop } from "../core/shop.ts";
import { recallSettings } from "../settings/recall-settings.ts";
import { listMissing } from "../settings/redirects/find-redirect.ts";
import { listShownCollections } from "./collections.ts";

/** The missing pages of the last week, with a suggestion for each. */
export async function listMissingPages(shop: Shop) {
  const pages = await listMissing(shop);
  if (pages.length === 0) return [];
  const known = await pathsBySlug(shop, await shop.memory.catalog.read(shop));
  return pages.map((page) => ({ ...page, suggested: suggestTarget(page.path, known) }));
}

export type ListedMissingPage = Awaited<ReturnType<typeof listMissingPages>>[number];

/** Of several pages with one slug: the owner's, then a collection, a category, a product. */
async function pathsBySlug(shop: Shop, catalog: Catalog): Promise<Map<string, string>> {
  const { brand } = await recallSettings(shop);
  const categories = shownCategories(catalog.settings.categories).flatMap(({ slug, name, formerSlugs }) =>
    [slugOf(name), ...[slug, ...formerSlugs].map((each) => each.toLowerCase())].map(
      (each) => [each, `/shop${shopQuery({ category: slug })}`] as const,
    ),
  );
  return new Map([
    ...catalog.in("newest").map(({ product }) => [productSlug(product.name), productPath(product)] as const),
    ...categories,
    ...(await listShownCollections(shop)).map((each) => [each.slug, collectionPath(each)] as const),
    ...brand.pages.map((page) => [page.slug, pagePath(page)] as const),
  ]);
}
