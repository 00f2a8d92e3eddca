import { REVIEWS_PER_PAGE, type ReviewSums, reviewCount } from "#domain/reviews/review-sums.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Shop } from "../shop.ts";
import { findShownReviews, type ShownReview } from "./queries.ts";

export type ProductReviews = {
  sums: ReviewSums;
  reviews: ShownReview[];
  /** The page begins after this one; null: with the newest. */
  after: Cursor | null;
  /** After which review the next page begins; null: there is none. */
  next: Cursor | null;
};

/**
 * One page of what buyers say of a product, newest first; null when none is shown. `productId` must be a UUID. One
 * statement.
 */
export async function listProductReviews(
  shop: Shop,
  { productId, after }: { productId: string; after: Cursor | null },
): Promise<ProductReviews | null> {
  // There is no end of places in a list that somebody may ask for.
  if (shop.shown && after) shop.shown.isOfOwnWords = true;
  const found = await findShownReviews(shop.db, { productId, after, limit: REVIEWS_PER_PAGE + 1 });
  if (!found || reviewCount(found.sums) === 0) return null;
  const shown = found.reviews.slice(0, REVIEWS_PER_PAGE);
  const next = found.reviews.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { sums: found.sums, reviews: shown.map(({ review }) => review), after, next };
}
