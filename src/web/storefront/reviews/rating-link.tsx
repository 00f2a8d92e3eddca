import { type ReviewSums, reviewCount, tellAverage } from "#domain/reviews/review-sums.ts";

/** "★ 4.8 (12)", beside the price; leads to the reviews below. */
export function RatingLink({ sums }: { sums: ReviewSums }) {
  const [average, count] = [tellAverage(sums), reviewCount(sums)];
  return (
    <a href="#reviews" className="inline-flex min-h-11 items-center gap-2">
      <span aria-hidden="true" className="text-fairway">
        ★
      </span>
      <span className="sr-only">Rated</span>
      <span className="text-link">
        {average} ({count}
        <span className="sr-only">{count === 1 ? " review" : " reviews"}</span>)
      </span>
    </a>
  );
}
