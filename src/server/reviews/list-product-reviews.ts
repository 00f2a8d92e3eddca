import {
  REVIEWS_PER_PAGE,
  type ReviewSums,
  reviewCount,
  tellAverage,
  tellFit,
} from "#domain/reviews/review-sums.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Shop } from "../shop.ts";
import { findShownReviews, type ShownReview } from "./queries.ts";

export type ProductReviews = {
  /** How many gave 1, 2, 3, 4, and 5 stars. */
  stars: ReviewSums["stars"];
  count: number;
  /** "4.8" */
  average: string;
  /** "12 of 15 say true to size"; null while too few have said anything of it. */
  fit: string | null;
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
  const { sums } = found;
  const told = { count: reviewCount(sums), average: tellAverage(sums), fit: tellFit(sums.fits) };
  return { stars: sums.stars, ...told, reviews: shown.map(({ review }) => review), after, next };
}
