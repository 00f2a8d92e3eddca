import { STARS_MAX } from "#domain/reviews/review.ts";

/** A whole number of stars: "★★★★☆", read as "4 out of 5 stars". */
export function Stars({ count, className = "" }: { count: number; className?: string }) {
  return (
    <span className={`text-fairway ${className}`}>
      <span aria-hidden="true">
        {"★".repeat(count)}
        {"☆".repeat(STARS_MAX - count)}
      </span>
      <span className="sr-only">{count} out of 5 stars</span>
    </span>
  );
}
