import { summaryOf } from "#domain/catalog/catalog-entry.ts";
import { colorLeaders, designColors, repeatsColor } from "#domain/catalog/design-colors.ts";
import { relatedTo } from "#domain/catalog/related.ts";
import type { Product, ProductInColors, ProductSummary } from "#domain/product/product.ts";
import { REVIEWS_PER_PAGE } from "#domain/reviews/review-sums.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Shop } from "../core/shop.ts";
import { type ProductReviews, pageOfReviews } from "../inbox/reviews/page-of-reviews.ts";
import { findShownReviews } from "../inbox/reviews/queries.ts";
import { chartIdOf } from "./load-size-guide.ts";

/** Any text is fine as an id. `after`: the review after which the list starts; null: with the newest. */
export type ProductPageAsked = { id: string; relatedMax: number; after: Cursor | null };

export type LoadedProductPage = {
  /** With its options, pictures and the colors of its design. */
  product: ProductInColors;
  /** 'You may also like'. */
  related: ProductSummary[];
  /** null: unknown. */
  reviews: ProductReviews | null;
};

/** An active product with its options, as it is now. */
export async function findActiveProduct(shop: Shop, id: string): Promise<Product | null> {
  const catalog = await shop.memory.catalog.read(shop);
  const entry = catalog.get(id.toLowerCase());
  return entry ? { ...entry.product, repeatsColor: false } : null;
}

/** Everything that the page of an active product shows of the catalog, or null. One statement, for its reviews. */
export async function loadProductPage(
  shop: Shop,
  { id, relatedMax, after }: ProductPageAsked,
): Promise<LoadedProductPage | null> {
  const catalog = await shop.memory.catalog.read(shop);
  const entry = catalog.get(id.toLowerCase());
  if (!entry) return null;
  const leaders = colorLeaders(catalog.in("newest").filter(({ designKey }) => designKey === entry.designKey));
  const product = {
    ...entry.product,
    repeatsColor: repeatsColor(entry, leaders),
    colors: designColors(entry, leaders),
    sizeChart: chartIdOf(entry, catalog),
  };
  const related = relatedTo(entry, catalog, relatedMax).map(summaryOf);
  const reviews = await findShownReviews(shop.db, {
    productId: entry.id,
    after,
    limit: REVIEWS_PER_PAGE + 1,
  });
  return { product, related, reviews: pageOfReviews(reviews, after) };
}
