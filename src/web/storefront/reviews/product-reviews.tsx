import { fits, STARS_MAX } from "#domain/reviews/review.ts";
import { cursorText } from "#domain/text/cursor.ts";
import { queryText } from "#domain/text/query-text.ts";
import type { ProductReviews as Reviews } from "#server/inbox/reviews/page-of-reviews.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { LinkButton } from "../../ui/form/button.tsx";
import { Stars } from "./stars.tsx";

type ProductReviewsProps = { product: { path: string }; reviews: Reviews };
type ShownReview = Reviews["reviews"][number];

/** What buyers say of the product: the average, how many gave how many stars, and their words, some at a time. */
export default function ProductReviews({ product, reviews: told }: ProductReviewsProps) {
  const { stars, average, count, reviews, after, next } = told;
  const { path } = product;
  return (
    <section id="reviews" aria-labelledby="reviews-heading" className="wrap pb-14 md:pb-20">
      <h2 id="reviews-heading" className="display mb-6 border-t border-line pt-8 text-heading">
        Reviews
      </h2>
      <div className="product-layout">
        <div>
          <ul className="grid gap-6">
            {reviews.map((review) => (
              <li key={review.id}>
                <Review review={review} />
              </li>
            ))}
          </ul>
          <nav aria-label="Pages of reviews" className="mt-6 flex flex-wrap gap-3 empty:hidden">
            {after && (
              <LinkButton to={`${path}#reviews`} look="secondary">
                Newest reviews
              </LinkButton>
            )}
            {next && (
              <LinkButton to={`${path}${queryText({ reviews: cursorText(next) })}#reviews`} look="secondary">
                More reviews
              </LinkButton>
            )}
          </nav>
        </div>
        <div className="order-first self-start md:order-none">
          <p className="flex items-center gap-4">
            <span className="display text-title">{average}</span>
            <span>
              out of {STARS_MAX} stars, from {count} {count === 1 ? "review" : "reviews"} by verified buyers
            </span>
          </p>
          <Distribution stars={stars} count={count} />
        </div>
      </div>
    </section>
  );
}

/** A bar for each number of stars. No page may carry inline styles, so the bars are drawn. */
function Distribution({ stars, count }: { stars: readonly number[]; count: number }) {
  return (
    <ul className="mt-4 grid gap-1.5">
      {stars
        .map((given, at) => ({ given, at }))
        .reverse()
        .map(({ given, at }) => (
          <li key={at} className="numerals flex items-center gap-3">
            <span className="flex-none">
              {at + 1} <span aria-hidden="true">★</span>
              <span className="sr-only">{at === 0 ? "star" : "stars"}:</span>
            </span>
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="min-w-0 flex-1 rounded-full bg-sand text-fairway"
              height={8}
            >
              <rect width={(100 * given) / count} height={8} fill="currentColor" />
            </svg>
            <span className="w-6 text-right">{given}</span>
          </li>
        ))}
    </ul>
  );
}

function Review({ review: { stars, fit, text, name, size, at } }: { review: ShownReview }) {
  const facts = [size && `Size ${size}`, fit && fits[fit]].filter(Boolean).join(" · ");
  return (
    <article className="border-b border-line pb-6">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <Stars count={stars} className="text-lg" />
        <span className="text-sm text-ink-2">
          <ShopTime at={at} />
        </span>
      </p>
      <p className="mt-1">
        <strong className="font-semibold wrap-anywhere">{name}</strong>{" "}
        <span className="text-sm text-ink-2">Verified buyer</span>
      </p>
      {facts && <p className="text-sm text-ink-2 wrap-anywhere">{facts}</p>}
      <p className="mt-2 max-w-[60ch] wrap-anywhere whitespace-pre-line">{text}</p>
    </article>
  );
}
