import { useEffect, useRef } from "react";
import { href } from "react-router";
import { fits } from "#domain/reviews/review.ts";
import type { ReviewPage as Page, ReviewLine } from "#server/inbox/reviews/find-review-page.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { CircleCheck } from "../../ui/icons.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Onward } from "../checkout/confirmation/onward.tsx";
import { ReviewForm, type SentReview } from "./review-form.tsx";
import { Stars } from "./stars.tsx";

/** /reviews/{token}: a customer says what the things of one order are like. */
export function ReviewPage({ page, answer }: { page: Page; answer: SentReview | undefined }) {
  const { lines, isOpen, until } = page;
  return (
    <div className="wrap min-h-[85dvh] max-w-[52rem] py-8 lg:py-14">
      <h1 className="display text-title">How do you like it?</h1>
      <p className="mt-3 max-w-[60ch] text-lg text-ink-2">
        {lines.length === 0
          ? "There's nothing to review in this order. You can only review items you bought and kept."
          : isOpen
            ? "Tell us what you think, good or bad. We check every review, then publish it under the name you choose."
            : "Reviews for this order are closed. You can still delete yours."}
      </p>
      {isOpen && lines.length > 0 && (
        <p className="mt-2 text-ink-2">
          You can edit it here until <ShopTime at={until} />.
        </p>
      )}
      <ul className="mt-8 grid gap-10">
        {lines.map((line) => (
          <li key={line.itemId}>
            <Line line={line} page={page} answer={answer?.itemId === line.itemId ? answer : undefined} />
          </li>
        ))}
      </ul>
      <Onward to={href("/shop")} label="Continue Shopping" others={[]} />
    </div>
  );
}

type LineProps = { line: ReviewLine; page: Page; answer: SentReview | undefined };

function Line({ line, page, answer }: LineProps) {
  const { name, image, size, review } = line;
  const isRefused = useLast(answer)?.outcome.ok === false;
  const form = (
    <ReviewForm
      // A saved review resets the form; text that was refused or got no answer stays in it.
      key={review?.version ?? 0}
      line={line}
      suggestedName={page.suggestedName}
      answer={answer}
    />
  );
  return (
    <section aria-label={name} className="border-t border-line pt-6">
      <div className="mb-5 flex gap-4">
        <Picture
          image={image}
          alt=""
          sizes="64px"
          placeholder=""
          className="aspect-[4/5] w-16 flex-none rounded-field bg-sand object-cover"
        />
        <div className="min-w-0">
          <h2 className="text-lg font-semibold wrap-anywhere">{name}</h2>
          {size && <p className="text-ink-2">Size {size}</p>}
        </div>
      </div>
      <div role="status" className="empty:hidden">
        {answer?.outcome.ok && (
          <p className="mb-5 flex max-w-[34rem] gap-3 rounded-field bg-ok-tint p-4">
            <CircleCheck className="mt-0.5 size-5 flex-none text-ok" />
            {answer.outcome.is === "saved"
              ? "Thank you! We'll publish your review once we've checked it."
              : "Your review was deleted."}
          </p>
        )}
      </div>
      {review && <Written review={review} />}
      {!review && page.isOpen && form}
      {review && (
        <details className="fold" open={isRefused || undefined}>
          <summary>Change your review</summary>
          {form}
        </details>
      )}
    </section>
  );
}

/** The value, or the last one if there is none now: a pending request has no value. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  useEffect(() => {
    if (value !== undefined) last.current = value;
  }, [value]);
  return value ?? last.current;
}

const states = {
  pending: "Waiting for review",
  shown: "On the product page",
  hidden: "Not published. Edit it, and we'll check it again.",
} as const;

function Written({ review }: { review: NonNullable<ReviewLine["review"]> }) {
  return (
    <div className="mb-3 max-w-[34rem]">
      <p className="flex flex-wrap items-center gap-x-4">
        <Stars count={review.stars} className="text-lg" />
        <span className="text-sm text-ink-2">{states[review.state]}</span>
      </p>
      <p className="font-semibold wrap-anywhere">
        {[review.name, review.fit && fits[review.fit]].filter(Boolean).join(" · ")}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{review.text}</p>
    </div>
  );
}
