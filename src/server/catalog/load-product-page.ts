import type { ProductInColors, ProductSummary } from "#domain/product/product.ts";
import { REVIEWS_PER_PAGE } from "#domain/reviews/review-sums.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { type ProductReviews, tellReviews } from "../reviews/tell-reviews.ts";
import type { Shop } from "../shop.ts";
import { findProductPage } from "./page-queries.ts";

/** Any text is fine as an id. `after`: after which review its reviews begin; null: with the newest. */
export type ProductPageAsked = { id: string; relatedMax: number; after: Cursor | null };

export type LoadedProductPage = {
  /** With its options, pictures and the colors of its design. */
  product: ProductInColors;
  /**
   * 'You may also like': what can be bought and comes after the product in its category, from new to old; after the oldest
   * come the newest. So each product is on a few pages, and not the newest on all: those sell best, and each that sells out
   * would have every page drawn anew.
   */
  related: ProductSummary[];
  /** null: nobody has said anything of it. */
  reviews: ProductReviews | null;
};

/** Everything that the page of an active product shows of the catalog, or null. One statement. */
export async function loadProductPage(
  shop: Shop,
  asked: ProductPageAsked,
): Promise<LoadedProductPage | null> {
  const { id, relatedMax, after } = asked;
  if (!isUuid(id)) return null;
  const found = await findProductPage(shop.db, { id, relatedMax, reviewsMax: REVIEWS_PER_PAGE + 1, after });
  if (!found) return null;
  const { product, related, reviews } = found;
  return { product, related: [...related.older, ...related.newest], reviews: tellReviews(reviews, after) };
}
