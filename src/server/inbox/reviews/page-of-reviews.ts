import {
  formatAverage,
  formatFit,
  REVIEWS_PER_PAGE,
  type ReviewSums,
  reviewCount,
} from "#domain/reviews/review-sums.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { ShownReview, ShownReviews } from "./queries.ts";

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
 * One page of what buyers say of a product, newest first, of what was found after `after` with one more than the page has;
 * null when none is shown.
 */
export function pageOfReviews(found: ShownReviews, after: Cursor | null): ProductReviews | null {
  if (reviewCount(found.sums) === 0) return null;
  const shown = found.reviews.slice(0, REVIEWS_PER_PAGE);
  const next = found.reviews.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  const { sums } = found;
  const told = { count: reviewCount(sums), average: formatAverage(sums), fit: formatFit(sums.fits) };
  return { stars: sums.stars, ...told, reviews: shown.map(({ review }) => review), after, next };
}
